import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deriveKeys, open } from '@switchyard/crypto';
import { parseCidrs } from '@switchyard/http';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

const valid = { type: 1, name: 'one', key: 'sk-upstream-canary', models: 'gpt-4o,gpt-4o-mini', group: 'default' };
let testing: TestConsole;
let admin: Visitor;
before(async () => {
  testing = await testConsole({ config: { upstreamAllow: parseCidrs('10.1.0.0/16') } });
  await testing.addUser({ username: 'admin', role: 10 });
  admin = await testing.signedIn('admin');
});
after(() => testing.close());

async function create(fields: object = {}): Promise<number> {
  const answer = await admin.post('/api/channel/', { ...valid, ...fields });
  assert.equal(answer.success, true, answer.message);
  return answer.data.ids[0];
}

async function abilities(id: number) {
  const rows = await testing.db.selectFrom('abilities').selectAll().where('channel_id', '=', id).execute();
  return rows.map(({ group, model, enabled }) => `${group}/${model}${enabled ? '' : ' off'}`).sort();
}

async function storedKey(id: number): Promise<string> {
  const { key_sealed: sealed } = await testing.db
    .selectFrom('channels')
    .select('key_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return open(deriveKeys(testing.config.secret).channelKey, sealed, { table: 'channels', id, field: 'key' });
}

async function announced(): Promise<number> {
  return (await testing.db.selectFrom('outbox').select('id').where('subject', '=', 'config.changed').execute()).length;
}

test('every line of keys makes a channel, each with its own sealed key and its abilities', async () => {
  const before_ = await announced();
  const answer = await admin.post('/api/channel/', {
    ...valid,
    key: 'sk-first\n\n sk-second \nsk-first',
    group: 'default,vip',
  });
  const [first, second] = answer.data.ids;
  assert.equal(answer.data.ids.length, 2);
  assert.equal(await storedKey(first), 'sk-first');
  assert.equal(await storedKey(second), 'sk-second');
  const reach = ['default/gpt-4o', 'default/gpt-4o-mini', 'vip/gpt-4o', 'vip/gpt-4o-mini'];
  assert.deepEqual(await abilities(first), reach);
  assert.deepEqual(await abilities(second), reach);
  assert.equal(await announced(), before_ + 1);
});

test('a JSON key is one key', async () => {
  const key = '{\n  "client_email": "a@b",\n  "private_key": "x"\n}';
  assert.equal(await storedKey(await create({ key })), key);
});

test('a channel is read back as it was written, without its key', async () => {
  const id = await create({
    name: 'full',
    base_url: 'http://10.1.2.3:8080/base/',
    other: 'v2.1',
    openai_organization: 'org-1',
    model_mapping: '{"a":"b"}',
    status_code_mapping: '{"400":"500"}',
    param_override: '{"temperature":0}',
    setting: '{"drain":true,"timeouts":{"idleMs":1000},"headers":{"x-tenant":"t","authorization":"Token {key}"}}',
    priority: -999,
    weight: -1,
    tag: 'blue',
    auto_ban: 0,
    test_model: 'gpt-4o-mini',
    max_input_tokens: 128_000,
  });
  const { data } = await admin.get(`/api/channel/${id}`);
  assert.deepEqual(
    { ...data, setting: JSON.parse(data.setting), model_mapping: JSON.parse(data.model_mapping), created_time: 0 },
    {
      id,
      type: 1,
      name: 'full',
      base_url: 'http://10.1.2.3:8080/base',
      other: 'v2.1',
      openai_organization: 'org-1',
      key_mode: 'single',
      models: 'gpt-4o,gpt-4o-mini',
      group: 'default',
      model_mapping: { a: 'b' },
      status_code_mapping: '{\n  "400": "500"\n}',
      param_override: '{\n  "temperature": 0\n}',
      setting: {
        drain: true,
        timeouts: { idleMs: 1000 },
        headers: { 'x-tenant': 't', authorization: 'Token {key}' },
      },
      priority: -999,
      weight: 0,
      tag: 'blue',
      auto_ban: 0,
      test_model: 'gpt-4o-mini',
      status: 1,
      status_reason: '',
      other_info: '',
      created_time: 0,
      test_time: 0,
      response_time: 0,
      balance: 0,
      balance_currency: 'USD',
      balance_updated_time: 0,
      used_quota: 0,
      cost_ratio: 1,
      max_input_tokens: 128_000,
    },
  );
});

for (const [field, value, said] of [
  ['name', '', /name/],
  ['key', ' \n ', /key/],
  ['models', '', /at least one model/],
  ['models', ' , ', /at least one model/],
  ['models', 'a b', /not a model name/],
  ['group', 'nowhere', /no group nowhere/],
  ['type', 999, /no channel type/],
  ['type', 9_999, /no channel type/],
  ['base_url', 'javascript:alert(1)', /http/],
  ['base_url', 'api.example.com', /base_url/],
  ['base_url', 'http://user:pass@api.example.com', /user name or password/],
  ['base_url', 'http://127.0.0.1:3002', /not public/],
  ['base_url', 'http://localhost', /not public/],
  ['base_url', 'http://169.254.169.254/latest', /not public/],
  ['base_url', 'http://0.0.0.0', /not public/],
  ['base_url', 'http://2130706433', /not public/],
  ['base_url', 'http://0x7f.1', /not public/],
  ['base_url', 'http://[::1]', /not public/],
  ['base_url', 'http://[::ffff:7f00:1]', /not public/],
  ['model_mapping', 'nonsense', /not a JSON object/],
  ['model_mapping', '["a"]', /not a JSON object/],
  ['model_mapping', '{"a":1}', /model_mapping/],
  ['model_mapping', '{"a":"b","b":"a"}', /back to itself/],
  ['model_mapping', 'x'.repeat(1_000_000), /model_mapping|too large/],
  ['status_code_mapping', '{"400":"fine"}', /status codes/],
  ['param_override', '[]', /not a JSON object/],
  ['param_override', '{"operations":[{"path":"temperature","mode":"set","value":0}]}', /list of operations/],
  ['setting', '{"drian":true}', /unknown entry: drian/],
  ['setting', '{"timeouts":{"idle":1}}', /unknown entry: timeouts.idle/],
  ['setting', '{"timeouts":{"idleMs":0}}', /timeouts.idleMs/],
  ['setting', '{"proxy":"http://user:pass@proxy"}', /username or password/],
  ['setting', '{"proxy":"ftp://proxy"}', /http/],
  ['setting', '{"headers":{"host":"x"}}', /cannot be set/],
  ['setting', '{"headers":{"x-a":"b\\r\\nc: d"}}', /cannot be sent/],
  ['setting', '{"headers":{"authorization":"Bearer literal"}}', /\{key\}/],
  ['priority', -1000, /priority/],
  ['priority', 1.5, /priority/],
  ['weight', '5', /weight/],
  ['auto_ban', 2, /auto_ban/],
] as const) {
  test(`${field} ${String(value).slice(0, 50)} is refused with a reason`, async () => {
    const answer = await admin.post('/api/channel/', { ...valid, [field]: value });
    assert.equal(answer.success, false);
    assert.match(answer.message, said);
  });
}

test('a channel of a service that has closed can be added: a mirror may still serve it', async () => {
  const answer = await admin.post('/api/channel/', { ...valid, type: 11 });
  assert.equal(answer.success, true);
});

test('a refused change leaves the channel as it was', async () => {
  const id = await create();
  const row = () => testing.db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const before_ = await row();
  for (const change of [{ setting: '{"x":1}' }, { status: 3 }, { key: 'a\nb' }, { models: '' }]) {
    assert.equal((await admin.put('/api/channel/', { id, name: 'changed', ...change })).success, false);
  }
  assert.deepEqual(await row(), before_);
});

test('a change keeps what it does not name; a blank key keeps the key, a new one replaces it', async () => {
  const id = await create({ tag: 'blue' });
  await admin.put('/api/channel/', { id, name: 'renamed', key: '' });
  assert.equal(await storedKey(id), valid.key);
  const { data } = await admin.get(`/api/channel/${id}`);
  assert.deepEqual([data.name, data.tag, data.models], ['renamed', 'blue', valid.models]);
  await admin.put('/api/channel/', { id, key: 'sk-new' });
  assert.equal(await storedKey(id), 'sk-new');
});

test('models, groups and status change the abilities with the channel', async () => {
  const id = await create();
  await admin.put('/api/channel/', { id, models: 'other', group: 'vip' });
  assert.deepEqual(await abilities(id), ['vip/other']);
  const before_ = await announced();
  await admin.put('/api/channel/', { id, status: 2 });
  assert.deepEqual(await abilities(id), ['vip/other off']);
  await admin.put('/api/channel/', { id, status: 1, priority: 5, weight: 3 });
  const [ability] = await testing.db.selectFrom('abilities').selectAll().where('channel_id', '=', id).execute();
  assert.deepEqual([ability?.enabled, ability?.priority, ability?.weight], [true, 5, 3]);
  assert.equal(await announced(), before_ + 2);
});

test('enabling a channel that the system switched off clears the reason', async () => {
  const id = await create();
  await testing.db.updateTable('channels').set({ status: 3, status_reason: 'refused' }).where('id', '=', id).execute();
  const { data } = await admin.get(`/api/channel/${id}`);
  assert.deepEqual(
    [data.status, data.status_reason, JSON.parse(data.other_info).status_reason],
    [3, 'refused', 'refused'],
  );
  const renamed = await admin.put('/api/channel/', { id, status: 3, name: 'renamed' });
  assert.deepEqual([renamed.data.name, renamed.data.status, renamed.data.status_reason], ['renamed', 3, 'refused']);
  assert.equal((await admin.put('/api/channel/', { id, status: 1 })).data.status_reason, '');
});

test('a deleted channel is gone with its abilities', async () => {
  const id = await create();
  assert.equal((await admin.delete(`/api/channel/${id}/`)).success, true);
  assert.equal((await admin.get(`/api/channel/${id}`)).success, false);
  assert.deepEqual(await abilities(id), []);
  assert.deepEqual(await admin.delete(`/api/channel/${id}`), {
    success: false,
    message: 'This channel does not exist.',
  });
});

test('a test goes through the relay, is kept and logged, and never shows the key', async () => {
  const id = await create({ name: 'tested' });
  testing.relay.testResult = { success: true, message: '', timeMs: 1234.4, model: 'gpt-4o', reply: 'Hello!' };
  assert.deepEqual(await admin.get(`/api/channel/test/${id}?model=gpt-4o`), {
    success: true,
    message: '',
    time: 1.234,
    model: 'gpt-4o',
    reply: 'Hello!',
  });
  assert.deepEqual(JSON.parse(testing.relay.calls.at(-1)?.body ?? ''), { channelId: id, model: 'gpt-4o' });
  const { data } = await admin.get(`/api/channel/${id}`);
  assert.equal(data.response_time, 1234);
  assert.ok(data.test_time > 0);
  testing.relay.testResult = { success: false, message: 'the key was refused', timeMs: 80, model: 'gpt-4o' };
  assert.deepEqual(await admin.get(`/api/channel/test/${id}`), {
    success: false,
    message: 'the key was refused',
    time: 0.08,
    model: 'gpt-4o',
    reply: '',
  });
  const { items } = (await admin.get('/api/log/?type=4')).data;
  assert.equal(items[0].content, `Test of channel tested (${id}), gpt-4o: the key was refused`);
  assert.equal((await admin.get('/api/channel/test/987654')).message, 'This channel does not exist.');
});

test('models are asked for through the relay', async () => {
  const id = await create();
  assert.deepEqual((await admin.get(`/api/channel/fetch_models/${id}`)).data, ['gpt-4o', 'gpt-4o-mini']);
  const question = { type: 1, base_url: 'http://10.1.0.1/', key: 'sk-x' };
  assert.equal((await admin.post('/api/channel/fetch_models', question)).success, true);
  assert.deepEqual(JSON.parse(testing.relay.calls.at(-1)?.body ?? ''), {
    type: 1,
    baseUrl: 'http://10.1.0.1',
    key: 'sk-x',
  });
  testing.relay.modelsFailure = 'The upstream answered with status 401.';
  assert.deepEqual(await admin.get(`/api/channel/fetch_models/${id}`), {
    success: false,
    message: 'The upstream answered with status 401.',
  });
  const inside = await admin.post('/api/channel/fetch_models', { ...question, base_url: 'http://127.0.0.1' });
  assert.match(inside.message, /not public/);
});

test('a relay that does not answer is a sentence, not an error', async () => {
  const lonely = await testConsole();
  await lonely.addUser({ username: 'admin', role: 10 });
  const visitor = await lonely.signedIn('admin');
  await lonely.relay.close();
  const answer = await visitor.get('/api/channel/types');
  assert.equal(answer.success, false);
  assert.match(answer.message, /did not answer/);
  await lonely.close();
});

test('the list has both first pages, clamps, sorts and narrows', async () => {
  await testing.db.deleteFrom('channels').execute();
  const low = await create({ name: 'low', models: 'gpt-4o' });
  const high = await create({ name: '50%_high', priority: 10, models: 'claude', group: 'vip' });
  const later = await create({ name: 'later', models: 'gpt-4o-mini' });
  const ids = async (query: string) =>
    (await admin.get(`/api/channel/?${query}`)).data.items.map(({ id }: { id: number }) => id);
  assert.deepEqual(await ids('p=1&page_size=20&id_sort=&keyword=&group=&model='), [high, later, low]);
  assert.deepEqual(await ids('p=0'), [high, later, low]);
  assert.deepEqual(await ids('p=2&page_size=2'), [low]);
  assert.deepEqual(await ids('p=-1&page_size=0'), [high]);
  assert.deepEqual(await ids('id_sort=true'), [later, high, low]);
  assert.deepEqual(await ids('keyword=LATE'), [later]);
  assert.deepEqual(await ids('keyword=%25_'), [high]);
  assert.deepEqual(await ids(`keyword=${low}`), [low]);
  assert.deepEqual(await ids('group=vip'), [high]);
  assert.deepEqual(await ids('model=gpt-4o'), [later, low]);
  assert.deepEqual(await ids('model=%25'), []);
});
