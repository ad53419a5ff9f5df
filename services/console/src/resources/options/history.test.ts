import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { isAnybodyWaiting } from '../../testing/waiting.ts';
import { lockOptions } from './stored.ts';

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

const set = (key: string, value: string, more: object = {}) => admin.put('/api/option/', { key, value, ...more });

async function read(key: string): Promise<string> {
  const { data } = await root.get('/api/option/');
  return data.find((option: { key: string }) => option.key === key).value;
}

async function definition(visitor: Visitor, key: string) {
  const { data } = await visitor.get('/api/option/definitions');
  return data.find((option: { key: string }) => option.key === key);
}

async function changes(visitor: Visitor, key: string) {
  return (await visitor.get(`/api/option/history?key=${key}`)).data.items;
}

test('a definition says what may be written, by whom, and who wrote it last', async () => {
  const untouched = await definition(admin, 'DataExportDefaultTime');
  assert.deepEqual(untouched, {
    key: 'DataExportDefaultTime',
    kind: 'choice',
    choices: ['hour', 'day', 'week'],
    default: 'hour',
    role: 10,
    secret: false,
    set: false,
    version: 0,
  });
  const { version } = (await set('DataExportDefaultTime', 'day')).data;
  const { changed_time: time, ...rest } = await definition(admin, 'DataExportDefaultTime');
  assert.deepEqual(rest, { ...untouched, set: true, version, changed_by: 'admin' });
  assert.ok(Math.abs(time - Date.now() / 1000) < 60);
  const { minimum, maximum } = await definition(admin, 'RetryTimes');
  assert.deepEqual([minimum, maximum], [0, 10]);
  assert.equal(await definition(admin, 'EpayKey'), undefined);
  const secret = await definition(root, 'EpayKey');
  assert.deepEqual([secret.secret, secret.set, secret.role], [true, false, 100]);
});

test('of two administrators who edit the same setting the second is told', async () => {
  const seen = (await set('SystemName', 'One')).data.version;
  assert.equal((await root.put('/api/option/', { key: 'SystemName', value: 'Two', version: seen })).success, true);
  const late = await set('SystemName', 'Three', { version: seen });
  assert.equal(late.success, false);
  assert.match(late.message, /root has changed SystemName/);
  assert.equal(await read('SystemName'), 'Two');
  assert.equal((await set('Footer', 'x', { version: 0 })).success, true);
});

test('a price map is old once another one changed, and so after a reset of all prices', async () => {
  const [ratios, factors] = [await read('ModelRatio'), await read('CompletionRatio')];
  const seen = (await definition(admin, 'CompletionRatio')).version;
  const { version } = (await set('ModelRatio', JSON.stringify({ ...JSON.parse(ratios), shared: 2 }))).data;
  assert.ok(version > seen);
  for (const key of ['ModelRatio', 'CompletionRatio', 'CacheRatio', 'ModelPrice']) {
    assert.equal((await definition(admin, key)).version, version, key);
  }
  const late = await root.put('/api/option/', { key: 'CompletionRatio', value: factors, version: seen });
  assert.match(late.message, /admin has changed prices meanwhile/);
  const fresh = { ...JSON.parse(await read('CompletionRatio')), shared: 3 };
  assert.equal((await set('CompletionRatio', JSON.stringify(fresh), { version })).success, true);
  const before_ = (await definition(admin, 'ModelRatio')).version;
  await admin.post('/api/option/rest_model_ratio', {});
  assert.ok((await definition(admin, 'ModelRatio')).version > before_);
});

test('changes wait for each other, so that the second of two at once is told as well', async () => {
  const { version } = (await set('SeoTitle', 'start')).data;
  const other = await testing.db.startTransaction().execute();
  await lockOptions(other);
  let isDone = false;
  const late = set('SeoTitle', 'second', { version }).finally(() => (isDone = true));
  while (!isDone && !(await isAnybodyWaiting(testing.db))) await setImmediate();
  await other.insertInto('option_history').values({ key: 'SeoTitle', actor: 'first' }).execute();
  await other.commit().execute();
  assert.match((await late).message, /first has changed SeoTitle/);
});

test('a change is kept with old and new value, and can be taken back', async () => {
  await set('RetryTimes', '3');
  await set('RetryTimes', '5');
  const [last] = await changes(admin, 'RetryTimes');
  assert.deepEqual([last.old_value, last.new_value, last.username, last.secret], ['3', '5', 'admin', false]);
  const back = await admin.post('/api/option/rollback', { id: last.id });
  assert.equal(back.success, true, back.message);
  assert.equal(await read('RetryTimes'), '3');
  const [newest] = await changes(admin, 'RetryTimes');
  assert.deepEqual([newest.old_value, newest.new_value, newest.id], ['5', '3', back.data.version]);
});

test('a value that stays the same is no change', async () => {
  await set('SeoKeywords', 'a, b');
  const before_ = await changes(admin, 'SeoKeywords');
  assert.equal((await set('SeoKeywords', ' a, b ')).data.version, before_[0].id);
  assert.equal((await changes(admin, 'SeoKeywords')).length, before_.length);
});

test('a secret is in the history as changed, and cannot be taken back', async () => {
  await root.put('/api/option/', { key: 'EpayKey', value: 'canary-old' });
  await root.put('/api/option/', { key: 'EpayKey', value: 'canary-new' });
  const [last] = await changes(root, 'EpayKey');
  assert.deepEqual([last.old_value, last.new_value, last.secret], ['', 'changed', true]);
  assert.equal((await root.post('/api/option/rollback', { id: last.id })).success, false);
  assert.equal((await testing.options.secrets()).EpayKey, 'canary-new');
  const rows = await testing.db.selectFrom('option_history').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(rows), /canary/);
});

test("an administrator neither reads nor takes back changes of root's settings", async () => {
  await root.put('/api/option/', { key: 'EpayId', value: '1001' });
  await root.put('/api/option/', { key: 'EpayId', value: '1002' });
  assert.deepEqual(await changes(admin, 'EpayId'), []);
  const all = (await admin.get('/api/option/history?page_size=100')).data.items;
  assert.ok(all.every(({ key }: { key: string }) => !key.startsWith('Epay')));
  const [last] = await changes(root, 'EpayId');
  assert.match((await admin.post('/api/option/rollback', { id: last.id })).message, /super administrator/);
  assert.equal(await read('EpayId'), '1002');
  assert.equal((await admin.post('/api/option/rollback', { id: 987_654 })).success, false);
});

test('a price map is taken back card by card, and a reset of all prices too', async () => {
  const shipped = JSON.parse(await read('ModelRatio'));
  const [model] = Object.keys(shipped) as [string];
  await set('ModelRatio', JSON.stringify({ ...shipped, [model]: 7, mine: 2 }));
  const [change] = await changes(admin, 'ModelRatio');
  assert.deepEqual(Object.keys(JSON.parse(change.new_value)).sort(), [model, 'mine'].sort());
  const reset = await admin.post('/api/option/rest_model_ratio', {});
  assert.deepEqual([reset.success, reset.message], [true, 'Prices of 2 models reset.']);
  assert.deepEqual(JSON.parse(await read('ModelRatio')), shipped);
  const [resetting] = await changes(admin, 'PriceCards');
  await admin.post('/api/option/rollback', { id: resetting.id });
  assert.equal(JSON.parse(await read('ModelRatio')).mine, 2);
  await admin.post('/api/option/rollback', { id: change.id });
  assert.deepEqual(JSON.parse(await read('ModelRatio')), shipped);
});
