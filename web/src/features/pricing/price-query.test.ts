import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PriceEntry } from './api.ts';
import { countTabs, found, readPriceQuery, writePriceQuery } from './price-query.ts';

const read = (text: string) => readPriceQuery(new URLSearchParams(text));

const entry = (model_name: string, owner_by: string, card: PriceEntry['card'], endpoint = 'openai') =>
  ({
    model_name,
    owner_by,
    card,
    enable_groups: card.perCall === undefined ? ['default', 'vip'] : ['vip'],
    quota_type: card.perCall === undefined ? 0 : 1,
    supported_endpoint_types: [endpoint],
  }) as unknown as PriceEntry;

const entries = [
  entry('gpt-large', 'openai', { input: '5', output: '20' }),
  entry('claude-small', 'anthropic', { input: '1', output: '30' }),
  entry('paint', 'openai', { perCall: '0.04' }, 'image-generation'),
  entry('open-gpt', 'openai-open-weight', { input: '0.1', output: '0.4' }),
];
const names = (text: string) => found(entries, read(text), 'default').map(({ model_name }) => model_name);

test('an address shows the same when it is read again', () => {
  for (const text of [
    '',
    'tab=claude&group=vip&q=mini&vendor=OpenAI&vendor=Meta&use=openai&sort=output&reached=1&page=2&size=50&model=gpt-4o',
  ]) {
    assert.equal(writePriceQuery(read(text)).toString(), text);
  }
});

test('what cannot be read counts as not said', () => {
  assert.deepEqual(read('tab=x&sort=y&use=z&page=-1&size=7'), read(''));
});

test('searches every word in the name, in any case', () => {
  assert.deepEqual(names('q=GPT'), ['gpt-large', 'open-gpt']);
  assert.deepEqual(names('q=gpt+open'), ['open-gpt']);
});

test('narrows by seller and use', () => {
  assert.deepEqual(names('vendor=OpenAI'), ['gpt-large', 'open-gpt', 'paint']);
  assert.deepEqual(names('use=image-generation'), ['paint']);
});

test('shows only what the group reaches when asked to', () => {
  assert.deepEqual(names('reached=1'), ['gpt-large', 'claude-small', 'open-gpt']);
  assert.equal(found(entries, read('reached=1'), 'vip').length, 4);
});

test('the cheapest come first, fixed prices last', () => {
  assert.deepEqual(names('sort=input'), ['open-gpt', 'claude-small', 'gpt-large', 'paint']);
  assert.deepEqual(names('sort=output'), ['open-gpt', 'gpt-large', 'claude-small', 'paint']);
  assert.deepEqual(names('sort=name'), ['claude-small', 'gpt-large', 'open-gpt', 'paint']);
});

test('every tab counts its models', () => {
  assert.deepEqual(countTabs(entries), { all: 4, openai: 1, claude: 1, other: 2 });
});
