import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shippedCards } from '@switchyard/pricing';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
let admin: Visitor;
const [chatModel] = [...shippedCards].find(([, { input, longContext }]) => input && longContext) as [string, unknown];

before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'admin', role: 10 });
  await testing.addUser({ username: 'partner', group: 'partner' });
  admin = await testing.signedIn('admin');
  for (const [key, value] of [
    ['GroupRatio', '{"default":1,"vip":0.5,"partner":0.1}'],
    ['UserUsableGroups', '{"default":"Everybody","vip":"Important"}'],
    ['ModelPrice', '{"a-picture":0.04}'],
  ]) {
    assert.equal((await admin.put('/api/option/', { key, value })).success, true, String(key));
  }
  await serve('default', chatModel);
  await serve('vip', chatModel);
  await serve('partner', 'a-picture');
  await serve('default', 'without-a-price');
  await serve('default', 'switched-off', false);
});
after(() => testing.close());

async function serve(group: string, model: string, enabled = true): Promise<void> {
  const { id } = await testing.db
    .insertInto('channels')
    .values({ type: 1, name: 'upstream', key_sealed: 'sealed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await testing.db
    .insertInto('abilities')
    .values({ group, model, channel_id: id, enabled, priority: 0, weight: 0 })
    .execute();
}

type Entry = Record<string, unknown> & { model_name: string };
const namesOf = ({ data }: { data: Entry[] }) => data.map(({ model_name }) => model_name);

test('visitors see what is served and priced, in the groups that are open to everybody', async () => {
  const answer = (await testing.visitor().request('GET', '/api/pricing')).json();
  assert.equal(answer.success, true);
  assert.deepEqual(namesOf(answer), [chatModel]);
  const { card, model_ratio: ratio, ...entry } = answer.data[0];
  assert.deepEqual(card, shippedCards.get(chatModel));
  assert.equal(ratio * 2, Number(card?.input));
  assert.deepEqual(
    [entry.quota_type, entry.price, entry.unit, entry.enable_groups],
    [0, 0, 'tokens', ['default', 'vip']],
  );
  assert.ok(entry.supported_endpoint_types.includes('anthropic') && entry.owner_by !== '');
  assert.deepEqual(answer.group_ratio, { default: 1, vip: 0.5 });
  assert.deepEqual(answer.usable_group, { default: 'Everybody', vip: 'Important' });
});

test('who is signed in sees their own group too', async () => {
  const partner = await testing.signedIn('partner');
  const answer = (await partner.request('GET', '/api/pricing/')).json();
  assert.deepEqual(namesOf(answer), ['a-picture', chatModel].sort());
  const picture = answer.data.find(({ model_name }: Entry) => model_name === 'a-picture');
  assert.deepEqual(
    [picture.quota_type, picture.price, picture.model_price, picture.unit, picture.enable_groups],
    [1, 0.04, 0.04, 'calls', ['partner']],
  );
  assert.equal(answer.group_ratio.partner, 0.1);
});

test('the list follows a change of the configuration', async () => {
  await serve('default', 'a-picture');
  testing.options.forget();
  assert.ok(namesOf((await testing.visitor().request('GET', '/api/pricing')).json()).includes('a-picture'));
  await admin.put('/api/option/', { key: 'ModelPrice', value: '{"a-picture":0.08}' });
  const { data } = (await testing.visitor().request('GET', '/api/pricing')).json();
  assert.equal(data.find(({ model_name }: Entry) => model_name === 'a-picture').price, 0.08);
});
