import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
let root: Visitor;
let admin: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'root', role: 100 });
  await testing.addUser({ username: 'admin', role: 10 });
  [root, admin] = [await testing.signedIn('root'), await testing.signedIn('admin')];
});
after(() => testing.close());

const set = (key: string, value: unknown) => admin.put('/api/option/', { key, value });

async function read(key: string, visitor = admin): Promise<string> {
  const { data } = await visitor.get('/api/option/');
  return data.find((option: { key: string }) => option.key === key)?.value;
}

test('a setting is read back, takes effect at once, is announced and recorded', async () => {
  assert.equal(await read('SystemName'), 'Switchyard');
  assert.equal((await set('SystemName', 'My gateway')).success, true);
  assert.equal(await read('SystemName'), 'My gateway');
  assert.equal((await testing.visitor().get('/api/status')).data.system_name, 'My gateway');
  const announced = await testing.db.selectFrom('outbox').select('subject').execute();
  assert.deepEqual(announced, [{ subject: 'config.changed' }]);
  const { items } = (await admin.get('/api/log/?type=3')).data;
  assert.match(items[0].content, /^Changed option SystemName \(sha256 [0-9a-f]{12} to [0-9a-f]{12}\)$/);
});

for (const [key, value] of [
  ['NoSuchOption', '1'],
  ['__proto__', '1'],
  ['SystemName', 5],
  ['SystemName', ''],
  ['DisplayInCurrencyEnabled', 'yes'],
  ['QuotaPerUnit', '0'],
  ['RetryTimes', '1000000'],
  ['ServerAddress', 'javascript:alert(1)'],
  ['ServerAddress', '/relative'],
  ['Logo', 'data:image/svg+xml,<svg onload=alert(1)>'],
  ['GroupRatio', '[1]'],
  ['GroupRatio', '{"vip":1}'],
  ['GroupRatio', '{"default":-1}'],
  ['GroupRatio', '{"default":"2"}'],
  ['GroupRatio', '{"default":1e308}'],
  ['GroupRatio', '{"default":{"a":1}}'],
  ['ModelRatio', 'not json'],
  ['ModelRatio', '{"gpt-4o":NaN}'],
  ['ModelRatio', '{"gpt-4o":-1}'],
] as const) {
  test(`${key} = ${value} is refused and the old value stays`, async () => {
    const before_ = await read(key, root);
    const answer = await root.put('/api/option/', { key, value });
    assert.equal(answer.success, false);
    assert.ok(answer.message.length > 10);
    assert.equal(await read(key, root), before_);
  });
}

test('a value of megabytes is refused', async () => {
  const response = await admin.request('PUT', '/api/option/', { key: 'ModelRatio', value: 'x'.repeat(5_000_000) });
  assert.equal(response.statusCode, 413);
  assert.equal(response.json().success, false);
});

test('a price map overlays the shipped cards: only what differs is stored, and leaving out restores', async () => {
  const shipped = JSON.parse(await read('ModelRatio'));
  const [model] = Object.keys(shipped);
  const names = async () =>
    (await testing.db.selectFrom('price_cards').select('model').orderBy('model').execute()).map((row) => row.model);
  assert.equal(
    (await set('ModelRatio', JSON.stringify({ ...shipped, [model as string]: 7, 'my-model': 2.5 }))).success,
    true,
  );
  assert.deepEqual(await names(), [model, 'my-model'].sort());
  const changed = JSON.parse(await read('ModelRatio'));
  assert.equal(changed[model as string], 7);
  assert.equal(changed['my-model'], 2.5);
  assert.equal(JSON.parse(await read('CompletionRatio'))['my-model'], 1);
  assert.equal((await set('ModelRatio', JSON.stringify(shipped))).success, true);
  assert.deepEqual(await names(), []);
});

test('a price map is kept whole or not at all', async () => {
  const before_ = await read('CompletionRatio');
  const wanted = { ...JSON.parse(before_), 'no-such-model': 3 };
  const answer = await set('CompletionRatio', JSON.stringify(wanted));
  assert.equal(answer.success, false);
  assert.match(answer.message, /no-such-model/);
  assert.equal(await read('CompletionRatio'), before_);
});

test('settings of one form change together or not at all, and the one that cannot be so is named', async () => {
  const [ratios, completions] = [await read('ModelRatio'), await read('CompletionRatio')];
  const definitions = (await root.get('/api/option/definitions')).data as { key: string; version: number }[];
  const versionOf = (key: string) => definitions.find((one) => one.key === key)?.version ?? 0;
  const price = (key: string, text: string, figures: object) => ({
    key,
    value: JSON.stringify({ ...JSON.parse(text), ...figures }),
    version: versionOf(key),
  });
  const put = (changes: object[], visitor = admin) => visitor.put('/api/option/batch', { changes });
  const dearer = price('ModelRatio', ratios, { 'joint-model': 2 });
  const footer = { key: 'Footer', value: 'Below' };
  const history = async () => (await root.get('/api/option/history')).data.total;
  const [changes, footerBefore] = [await history(), await read('Footer')];

  for (const [wrong, said] of [
    [price('CompletionRatio', completions, { 'no-such-model': 3 }), /no-such-model/],
    [{ key: 'SMTPServer', value: 'mail.example' }, /super administrator/],
    [{ key: 'RetryTimes', value: 'x' }, /RetryTimes/],
    [{ key: 'EmailVerificationEnabled', value: 'true' }, /SMTPServer/],
  ] as const) {
    const { success, message, data } = await put([footer, dearer, wrong]);
    assert.deepEqual([success, data], [false, { versions: [], refused: wrong.key }]);
    assert.match(message, said);
  }
  assert.deepEqual([await read('ModelRatio'), await read('Footer')], [ratios, footerBefore]);
  assert.equal(await history(), changes);

  const joint = [dearer, price('CompletionRatio', completions, { 'joint-model': 4 }), footer];
  const { success, data } = await put(joint);
  assert.equal(success, true);
  const [ratioVersion, completionVersion] = data.versions;
  assert.ok(ratioVersion === completionVersion && ratioVersion > 0, 'prices have one version together');
  assert.equal(JSON.parse(await read('ModelRatio'))['joint-model'], 2);
  assert.equal(JSON.parse(await read('CompletionRatio'))['joint-model'], 4);
  assert.equal(await read('Footer'), 'Below');
  const late = await put(joint.slice(0, 2));
  assert.deepEqual([late.success, late.data.refused], [false, 'ModelRatio'], 'somebody has changed prices meanwhile');
});

test('a secret is sealed where it is stored, never answered, and kept when it is written blank', async () => {
  await testing.addUser({ username: 'owner', role: 100 });
  const owner = await testing.signedIn('owner');
  const key = 'SMTPToken';
  const secret = 'canary-mail-password';
  assert.equal((await owner.put('/api/option/', { key, value: secret })).success, true);
  assert.equal((await owner.put('/api/option/', { key, value: '' })).success, true);
  assert.equal((await testing.options.secrets()).SMTPToken, secret);
  const definition = async () => {
    const { data: definitions } = await owner.get('/api/option/definitions');
    return definitions.find((option: { key: string }) => option.key === key);
  };
  assert.equal((await definition()).set, true);
  const { data } = await owner.get('/api/option/');
  assert.equal(data.find((option: { key: string }) => option.key === key).value, '');
  const stored = await testing.db
    .selectFrom('options')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  assert.doesNotMatch(stored.value, /canary/);
  assert.doesNotMatch(testing.logged(), /canary/);
  const log = await owner.get('/api/log/?type=3');
  assert.doesNotMatch(JSON.stringify(log), /canary/);
});

test('a secret is taken away when that is asked for', async () => {
  await testing.addUser({ username: 'keeper', role: 100 });
  const keeper = await testing.signedIn('keeper');
  await keeper.put('/api/option/', { key: 'EpayKey', value: 'canary' });
  assert.equal((await keeper.put('/api/option/', { key: 'EpayKey', value: '', clear: true })).success, true);
  assert.equal((await testing.options.secrets()).EpayKey, '');
});

test('an administrator neither reads nor writes what is for root', async () => {
  for (const key of ['SMTPToken', 'EpayId', 'GitHubClientId']) {
    assert.match((await set(key, 'x')).message, /super administrator/);
    assert.equal(await read(key), undefined);
  }
});

/** Whoever chooses these is sent a secret of root's, or the link by which root's password is reset. */
for (const [key, value] of [
  ['SMTPServer', '198.51.100.9'],
  ['SMTPPort', '2525'],
  ['SMTPAccount', 'admin@evil.example'],
  ['SMTPFrom', 'admin@evil.example'],
  ['SMTPSSLEnabled', 'true'],
  ['ServerAddress', 'https://evil.example'],
  ['WorkerUrl', 'https://evil.example'],
] as const) {
  test(`an administrator cannot have secrets or links sent elsewhere by ${key}`, async () => {
    const before_ = await read(key, root);
    assert.match((await set(key, value)).message, /super administrator/);
    assert.equal(await read(key, root), before_);
    assert.equal(await read(key), undefined);
  });
}
