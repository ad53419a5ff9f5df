import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isOptionKey,
  type OptionKey,
  optionCatalogue,
  optionDefinition,
  parseOption,
  priceMapCatalogue,
  readOptions,
} from './options.ts';

/** The example that the settings show. */
const chatLink = 'https://chat.example.com/#/?settings={"key":"{key}","url":"{address}"}';
const keys = [...Object.keys(optionCatalogue), ...Object.keys(priceMapCatalogue)] as OptionKey[];

const accepted: [OptionKey, string, unknown][] = [
  ['SystemName', '  Example  ', 'Example'],
  ['Logo', '', ''],
  ['Logo', '/logo.png', '/logo.png'],
  ['Logo', 'https://cdn.example.com/a.svg', 'https://cdn.example.com/a.svg'],
  ['Footer', '<b>a</b>\n<i>b</i>', '<b>a</b>\n<i>b</i>'],
  ['ServerAddress', '', ''],
  ['ServerAddress', 'https://gateway.example.com/', 'https://gateway.example.com'],
  ['OIDCIssuer', 'https://id.example.com/realm/', 'https://id.example.com/realm/'],
  ['ServerAddress', 'http://192.168.1.9:3000/switchyard//', 'http://192.168.1.9:3000/switchyard'],
  ['QuotaPerUnit', '1', 1],
  ['DisplayInCurrencyEnabled', 'false', false],
  ['RetryTimes', '0', 0],
  ['RetryTimes', '10', 10],
  ['QuotaForNewUser', '1000000000000000', 1e15],
  ['ChannelDisableThreshold', '0.5', 0.5],
  [
    'GroupRatio',
    '{"default":1,"vip":0.85}',
    new Map([
      ['default', '1'],
      ['vip', '0.85'],
    ]),
  ],
  ['GroupRatio', '{"default":0}', new Map([['default', '0']])],
  [
    'GroupRatio',
    '{"default":1e6,"__proto__":2}',
    new Map([
      ['default', '1000000'],
      ['__proto__', '2'],
    ]),
  ],
  ['UserUsableGroups', '{}', new Map()],
  ['UserUsableGroups', '{"默认":"所有人"}', new Map([['默认', '所有人']])],
  [
    'ModelRatio',
    '{"a":0.30000000000000004,"b":1e-7,"c":1e-13}',
    new Map([
      ['a', '0.3'],
      ['b', '0.0000001'],
      ['c', '0'],
    ]),
  ],
  [
    'CompletionRatio',
    '{"a":1.3333333333333333,"b":10.0000000000001}',
    new Map([
      ['a', '1.333333333333'],
      ['b', '10'],
    ]),
  ],
  ['ChatLink', '', ''],
  ['ChatLink', chatLink, chatLink],
  ['Chats', JSON.stringify([{ Web: chatLink }]), [{ name: 'Web', url: chatLink }]],
  ['TopUpLink', '', ''],
  ['TopUpLink', 'https://shop.example.com/buy?item=3#now/', 'https://shop.example.com/buy?item=3#now/'],
  ['UsdtRedirectUrl', 'https://gw.example.com/topup', 'https://gw.example.com/topup'],
  ['AutomaticDisableKeywords', 'Quota Exceeded\r\n\r\n quota exceeded \nno money', ['quota exceeded', 'no money']],
];

for (const [key, text, value] of accepted) {
  test(`reads ${key} from ${text.slice(0, 60)}`, () => assert.deepEqual(parseOption(key, text), { value }));
}

const refused: [OptionKey, string, RegExp][] = [
  ['SystemName', '', /1 to 60 characters/],
  ['SystemName', 'a\r\nBcc: b', /one line/],
  ['Logo', 'data:image/svg+xml;base64,AAAA', /https address/],
  ['Logo', 'javascript:alert(1)', /https address/],
  ['Logo', '//evil.example.com/a.png', /https address/],
  ['Logo', '/\\evil.example.com/a.png', /https address/],
  ['Logo', 'https:evil.example.com', /https address/],
  ['Logo', 'https://user:secret@example.com/a.png', /https address/],
  ['Footer', 'a\0b', /control characters/],
  ['Footer', 'a'.repeat(20_001), /20000 characters/],
  ['ServerAddress', 'javascript:alert(1)', /full address/],
  ['ServerAddress', 'gateway.example.com', /full address/],
  ['OIDCIssuer', 'id.example.com', /full address/],
  ['ServerAddress', '/console', /full address/],
  ['ServerAddress', 'https:gateway.example.com', /full address/],
  ['ServerAddress', 'https://a:b@gateway.example.com', /full address/],
  ['ServerAddress', 'https://gateway.example.com/?a', /full address/],
  ['ServerAddress', 'https://', /full address/],
  ['ServerAddress', 'https://gateway.example.com\nx', /full address/],
  ['QuotaPerUnit', '0', /whole number from 1/],
  ['QuotaPerUnit', '-500000', /whole number from 1/],
  ['QuotaPerUnit', '1e5', /whole number from 1/],
  ['DisplayInCurrencyEnabled', 'TRUE', /true or false/],
  ['DisplayInCurrencyEnabled', '1', /true or false/],
  ['RetryTimes', '1000000', /from 0 to 10/],
  ['RetryTimes', '11', /from 0 to 10/],
  ['RetryTimes', '2.5', /from 0 to 10/],
  ['RetryTimes', '', /from 0 to 10/],
  ['RetryTimes', ' 2', /from 0 to 10/],
  ['RetryTimes', '２', /from 0 to 10/],
  ['QuotaForNewUser', '1000000000000001', /from 0 to/],
  ['ChannelDisableThreshold', 'NaN', /number from 0/],
  ['ChannelDisableThreshold', '-1', /number from 0/],
  ['ChannelDisableThreshold', 'Infinity', /number from 0/],
  ['GroupRatio', '', /not a valid JSON string/],
  ['GroupRatio', '{"default":NaN}', /not a valid JSON string/],
  ['GroupRatio', '[1]', /JSON object/],
  ['GroupRatio', 'null', /JSON object/],
  ['GroupRatio', '"default"', /JSON object/],
  ['GroupRatio', '{"vip":1}', /must keep "default"/],
  ['GroupRatio', '{"default":-1}', /"default" must be a number from 0/],
  ['GroupRatio', '{"default":"2"}', /"default" must be a number .* without quotes/],
  ['GroupRatio', '{"default":1e308}', /"default" must be a number/],
  ['GroupRatio', '{"default":1e999}', /"default" must be a number/],
  ['GroupRatio', '{"default":{"a":1}}', /"default" must be a number/],
  ['GroupRatio', '{"default":[1]}', /"default" must be a number/],
  ['GroupRatio', '{"default":null}', /"default" must be a number/],
  ['GroupRatio', '{"default":1,"":1}', /names of 1 to 64/],
  ['GroupRatio', '{"default":1," vip":1}', /names of 1 to 64/],
  ['GroupRatio', '{"default":1,"a\\u0000":1}', /names of 1 to 64/],
  ['GroupRatio', `{"default":1,"${'g'.repeat(65)}":1}`, /names of 1 to 64/],
  ['UserUsableGroups', '{"vip":1}', /"vip" must be a text/],
  ['UserUsableGroups', '{"vip":"a\\nb"}', /"vip" must be a text/],
  ['ModelRatio', `{"a":${' '.repeat(5_000_000)}1}`, /shorter than 1000000 characters/],
  ['ModelRatio', '['.repeat(100_000), /not a valid JSON string/],
  ['ModelRatio', '{"a":1000000.1}', /"a" must be a number/],
  ['AutomaticDisableKeywords', 'quota exceeded\ne', /lines of 4 to 200 characters; this one has not: e/],
  ['ChatLink', 'chat.example.com/?key={key}', /full address/],
  ['ChatLink', 'javascript://%0aalert("{key}")', /full address/],
  ['ChatLink', 'data://text/html,"', /full address/],
  ['ChatLink', 'https://chat.example.com/"><script>', /full address/],
  [
    'Chats',
    JSON.stringify([{ Web: 'javascript://%0aalert("{key}")' }]),
    /one full address; this one is not: javascript/,
  ],
  ['EpayMethods', 'alipay,paypal', /must be some of alipay, wxpay/],
  ['UsdtNotifyUrl', 'http://gw.example.com/api/user/usdt/notify', /must be an https address that ends with/],
  ['UsdtNotifyUrl', 'https://gw.example.com/elsewhere', /must be an https address that ends with/],
  ['UsdtRedirectUrl', 'http://gw.example.com/topup', /must be an https address that ends with \/topup/],
  ['UsdtRedirectUrl', 'https://gw.example.com', /must be an https address that ends with \/topup/],
  ['TopUpLink', 'shop.example.com/buy?item=3', /full address/],
  ['TopUpLink', 'javascript:alert(1)', /full address/],
  ['TopUpLink', 'ftp://shop.example.com', /full address/],
  ['TopUpLink', 'https://shop.example.com/"><script>', /full address/],
  ['TopUpLink', 'https://shop.example.com:port', /full address/],
  ['AutomaticDisableKeywords', 'a'.repeat(201), /lines of 4 to 200/],
  [
    'AutomaticDisableKeywords',
    Array.from({ length: 1001 }, (_, line) => `line ${line}`).join('\n'),
    /at most 1000 lines/,
  ],
];

for (const [key, text, message] of refused) {
  test(`refuses ${key} ${JSON.stringify(text.slice(0, 50))} and says why`, () => {
    const parsed = parseOption(key, text);
    assert.ok('error' in parsed, 'was accepted');
    assert.match(parsed.error, message);
    assert.ok(parsed.error.startsWith(`${key} `), parsed.error);
  });
}

test('every default can be read', () => {
  for (const key of keys) assert.ok('value' in parseOption(key, optionDefinition(key).default), key);
});

test('a name of Object.prototype is no option', () => {
  for (const key of ['constructor', '__proto__', 'toString', 'Unknown', '']) assert.equal(isOptionKey(key), false);
  for (const key of keys) assert.equal(isOptionKey(key), true);
});

test('a bad stored value falls back to the default and is reported', () => {
  const { options, problems } = readOptions([
    { key: 'RetryTimes', value: '99' },
    { key: 'GroupRatio', value: '{"vip":1}' },
    { key: 'SystemName', value: 'Example' },
  ]);
  assert.equal(options.RetryTimes, 2);
  assert.equal(options.GroupRatio.get('default'), '1');
  assert.equal(options.SystemName, 'Example');
  assert.equal(problems.length, 2);
  assert.match(problems[0] ?? '', /^RetryTimes must be a whole number from 0 to 10$/);
});

test('a bad stored value leaves in force what was known before', () => {
  const { options: known } = readOptions([{ key: 'GroupRatio', value: '{"default":1,"vip":0.5}' }]);
  const { options } = readOptions([{ key: 'GroupRatio', value: '{"default":' }], known);
  assert.equal(options.GroupRatio.get('vip'), '0.5');
});

test('rows of unknown keys and of price maps are left alone', () => {
  const { options, problems } = readOptions([
    { key: 'FromALaterRelease', value: 'x' },
    { key: '__proto__', value: 'x' },
    { key: 'ModelRatio', value: 'nonsense' },
  ]);
  assert.deepEqual(options, readOptions([]).options);
  assert.deepEqual(problems, []);
});

test('options in force cannot be changed by their readers', () => {
  const { options } = readOptions([]);
  assert.throws(() => Object.assign(options, { RetryTimes: 9 }), TypeError);
  assert.throws(() => (options.AutomaticDisableKeywords as string[]).push('x'), TypeError);
});
