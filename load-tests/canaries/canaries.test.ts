import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { secretCatalogue } from '@switchyard/contracts';
import { freePort } from '@switchyard/testing';
import { codeOf } from '@switchyard/testing/third-parties/authenticator-app';
import { sql } from 'kysely';
import { type Plant, startPlant } from '../plant/plant.ts';
import { Operator } from './operator.ts';
import { filesBelow, found, foundBelow } from './search.ts';

/*
 * A secret of its own is put wherever one belongs; the product is driven along its main paths and through failures; then all that
 * it printed, answered, stored and left behind is searched for them.
 */

const model = 'canary-model';
const dead = 'http://127.0.0.1:9';
const canary = (name: string) => `canary-secret-${name}-9d1f77`;
const names = [
  'channel',
  'metrics',
  'password',
  'root-password',
  'wrong-password',
  'prompt',
  'header',
  'query',
] as const;
/** By what it is; generated ones are added when they are known. */
const secrets: Record<string, string> = Object.fromEntries([
  ...names.map((name) => [name, canary(name)]),
  ...Object.keys(secretCatalogue).map((key) => [key, canary(key)]),
]);
const reports = mkdtempSync(join(tmpdir(), 'switchyard-reports-'));
/** All that anybody was answered. */
const heard: string[] = [];
let plant: Plant;
let root: Operator;
let user: Operator;
let consoleUrl = '';
let relayUrl = '';
let key = '';

before(async () => {
  plant = await startPlant({
    withConsole: true,
    models: { [model]: { input: '1', output: '1' } },
    settings: {
      LOG_LEVEL: 'trace',
      METRICS_TOKEN: secrets.metrics as string,
      NODE_OPTIONS: `--report-on-signal --report-directory=${reports}`,
    },
  });
  consoleUrl = plant.console?.url ?? '';
  relayUrl = plant.relays[0]?.url ?? '';
  secrets.SWITCHYARD_SECRET = plant.env.SWITCHYARD_SECRET ?? '';
  secrets.internalToken = plant.keys.internalToken;
});
after(async () => {
  await plant?.stop();
  rmSync(reports, { recursive: true });
});

async function ask(address: string, headers: Record<string, string>, body: unknown, path = '/v1/chat/completions') {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }).catch((error: Error) => new Response(error.message, { status: 599 }));
  const text = await response.text().catch(String);
  heard.push(JSON.stringify([...response.headers]) + text);
  return response.status;
}

const chat = (stream = false) => ({
  model,
  stream,
  max_tokens: 20,
  messages: [{ role: 'user', content: secrets.prompt }],
});
const bearer = () => ({ authorization: `Bearer ${key}` });

test('root changes the first password, and sets every secret there is', async () => {
  await plant.console?.says('one-time password');
  const log = readFileSync(join(plant.folder, 'console.log'), 'utf8');
  const [, first = assert.fail('no one-time password')] = /one-time password (\S+)/.exec(log) ?? [];
  root = new Operator(consoleUrl, heard);
  await root.signIn('root', first);
  const changed = { password: secrets['root-password'], original_password: first };
  assert.equal((await root.call('PUT', '/api/user/self', changed)).success, true);
  for (const key of Object.keys(secretCatalogue)) {
    const { success, message } = await root.call('PUT', '/api/option/', { key, value: secrets[key] });
    assert.equal(success, true, `${key}: ${message}`);
  }
  for (const [key, value] of Object.entries({
    ServerAddress: consoleUrl,
    SMTPServer: '127.0.0.1',
    SMTPPort: '9',
    SMTPAccount: 'gateway@example.com',
    OIDCIssuer: dead,
    OIDCClientId: 'client',
    GitHubClientId: 'client',
  })) {
    await root.call('PUT', '/api/option/', { key, value });
  }
  await root.call('GET', '/api/option/');
  await root.call('GET', '/api/option/history?key=SMTPToken');
});

test('somebody registers, signs in with two factors, and makes keys', async () => {
  const visitor = new Operator(consoleUrl, heard);
  const form = { username: 'ada', password: secrets.password, password2: secrets.password };
  assert.equal((await visitor.call('POST', '/api/user/register', form)).success, true);
  user = new Operator(consoleUrl, heard);
  await user.signIn('ada', secrets.password as string);
  await root.call('PUT', '/api/user/', { id: user.userId, quota: 5_000_000 });
  const { data: made } = await user.call('POST', '/api/token/', { name: 'canary', unlimited_quota: true });
  key = (await user.shown('POST', `/api/token/${made.id}/key`)).data.key;
  secrets.tokenKey = key.slice(3);
  const hook = await user.shown('PUT', '/api/user/setting', { notify_webhook: `${dead}/hook` });
  if (hook.data?.notify_secret) secrets.webhookSecret = hook.data.notify_secret;
  secrets.accessToken = (await user.shown('GET', '/api/user/token')).data;
  const { data: totp } = await user.shown('POST', '/api/user/2fa/setup');
  secrets.totp = totp.secret;
  const enabled = await user.shown('POST', '/api/user/2fa/enable', { code: codeOf(totp.secret) });
  secrets.backupCode = enabled.data.backup_codes[0];
  for (const [name, value] of user.cookies) secrets[`cookie ${name}`] = value;
  const codes = await root.shown('POST', '/api/redemption/', { name: 'codes', count: 1, quota: 1000 });
  secrets.redemptionCode = codes.data[0];
  await user.call('POST', '/api/user/topup', { key: secrets.redemptionCode });
  for (const path of ['/api/token/', '/api/user/self', '/api/user/sessions', '/api/user/2fa', '/api/log/self/']) {
    await user.call('GET', path);
  }
});

test('channels are added, changed and tested with a key that their host refuses, and quotes', async () => {
  const quoting = { error: { message: `Incorrect API key provided: ${secrets.channel}. Asked at ${relayUrl}.` } };
  plant.upstream.script({
    behaviour: { status: 401, body: quoting },
    when: { key: secrets.channel as string },
    times: 0,
  });
  const channel = {
    type: 1,
    name: 'quoting',
    models: `${model},quoting`,
    group: 'default',
    base_url: plant.upstream.url,
  };
  const { data } = await root.call('POST', '/api/channel/', { ...channel, key: secrets.channel, priority: 10 });
  const [id] = data.ids;
  for (const [method, path, body] of [
    ['PUT', '/api/channel/', { id, key: secrets.channel }],
    ['PUT', '/api/channel/', { id, key: secrets.channel, setting: '{"wrong":1}' }],
    ['POST', '/api/channel/', `{"key":"${secrets.channel}", broken`],
    ['POST', '/api/channel/fetch_models', { type: 1, base_url: plant.upstream.url, key: secrets.channel }],
    ['GET', `/api/channel/test/${id}`, undefined],
    ['GET', `/api/channel/fetch_models/${id}`, undefined],
    ['GET', `/api/channel/update_balance/${id}`, undefined],
    ['GET', `/api/channel/${id}`, undefined],
    ['GET', '/api/channel/', undefined],
    ['POST', '/api/option/test/mail', { to: 'ada@example.com' }],
    ['POST', '/api/option/test/sign-in', { provider: 'oidc' }],
    ['POST', '/api/option/test/sign-in', { provider: 'github' }],
    ['POST', '/api/option/test/webhook', {}],
  ] as const) {
    await root.call(method, path, body);
  }
});

test('calls are answered, refused and broken off', async () => {
  assert.equal(await ask(relayUrl, bearer(), chat()), 200, 'the second channel');
  assert.equal(await ask(consoleUrl, bearer(), chat(true)), 200);
  plant.upstream.reset();
  const body = { error: { message: `Trouble with ${secrets.channel}`, code: 'server_error' } };
  for (const behaviour of [
    { status: 500, body },
    { errorAfterEvents: 1, body },
    { status: 200, body },
    { cut: 'reset', cutAfterBytes: 300 },
  ] as const) {
    plant.upstream.script({ behaviour, when: { key: secrets.channel as string } });
    await ask(relayUrl, bearer(), chat(true));
    plant.upstream.script({ behaviour, when: { key: secrets.channel as string } });
    await ask(relayUrl, bearer(), chat());
  }
  await ask(relayUrl, bearer(), { ...chat(), model: 'quoting' });
  await ask(relayUrl, { authorization: `Bearer sk-${secrets.header}` }, chat());
  await ask(relayUrl, { authorization: `Basic ${secrets.header}`, cookie: `a=${secrets.header}` }, chat());
  await ask(relayUrl, { 'x-goog-api-key': secrets.header as string }, '{', `/v1beta/models/${model}:generateContent`);
  await ask(relayUrl, {}, '{', `/v1beta/models/${model}:generateContent?key=${secrets.query}`);
  await ask(relayUrl, bearer(), `{"model":"${model}","messages":[{"role":"user","content":"${secrets.prompt}"`);
  await ask(relayUrl, bearer(), { ...chat(), messages: secrets.prompt });
  for (const service of [plant.console, plant.billing, ...plant.relays]) {
    await ask(service?.url ?? '', { authorization: `Bearer ${secrets.metrics}` }, '', '/metrics');
    await fetch(`${service?.url}/metrics`, { headers: { authorization: `Bearer ${secrets.metrics}` } });
  }
});

test('stores fail under calls', async () => {
  await root.call('POST', '/api/user/login', { username: 'ada', password: secrets['wrong-password'] });
  await sql`ALTER TABLE channels ADD CONSTRAINT never CHECK (name <> 'fail')`.execute(plant.db);
  const channel = { type: 1, name: 'fail', models: model, group: 'default', key: secrets.channel };
  assert.match((await root.call('POST', '/api/channel/', channel)).message, /request id/);
  const tries = async () => {
    await root.call('POST', '/api/channel/', { ...channel, name: 'late' }).catch(String);
    await root.call('PUT', '/api/option/', { key: 'SMTPToken', value: secrets.SMTPToken }).catch(String);
    await root.call('POST', '/api/user/login', { username: 'ada', password: secrets.password }).catch(String);
    await ask(relayUrl, bearer(), chat());
    await ask(relayUrl, { authorization: `Bearer sk-${secrets.header}-cold` }, chat());
  };
  for (const server of [plant.redis, plant.nats, plant.postgres]) {
    await server.kill();
    await tries();
    await server.restart();
    await sleep(1_000);
  }
  await tries();
});

test('services tell what they do, are killed in the middle, and start again', async () => {
  const services = [plant.billing, plant.console, ...plant.relays];
  for (const service of services) service?.signal('SIGUSR2');
  const written = () =>
    filesBelow(reports).filter((path) => readFileSync(path, 'utf8').trimEnd().endsWith('\n}')).length;
  for (const until = Date.now() + 20_000; written() < services.length; await sleep(100)) {
    assert.ok(Date.now() < until, 'each writes a report');
  }
  const running = ask(relayUrl, bearer(), { ...chat(true), model: `${model}` });
  await plant.relays[0]?.kill();
  await running;
  await plant.relays[0]?.start();
  await ask(relayUrl, bearer(), chat());
});

// Two at once: they mostly wait for what does not come.
describe('a service', { concurrency: 2 }, () => {
  for (const [variable, address] of Object.entries({
    DATABASE_URL: (port: number) => `postgres://switchyard:${canary('address')}@127.0.0.1:${port}/db`,
    REDIS_URL: (port: number) => `redis://:${canary('address')}@127.0.0.1:${port}`,
    NATS_URL: (port: number) => `nats://switchyard:${canary('address')}@127.0.0.1:${port}`,
    SWITCHYARD_SECRET: () => `canary secret ${canary('address')}`,
  })) {
    test(`whose ${variable} does not work says so without it`, async () => {
      const say = async (service: 'relay' | 'console' | 'billing') => {
        const env = { ...plant.env, NODE_OPTIONS: '', LOG_LEVEL: 'trace', [variable]: address(await freePort()) };
        const own = {
          RELAY_PORT: '0',
          CONSOLE_PORT: '0',
          BILLING_PORT: '0',
          SWITCHYARD_DATA_DIR: join(reports, `data-${variable}-${service}`),
        };
        const program = fileURLToPath(import.meta.resolve(`../../services/${service}/src/server.ts`));
        const said = await outputOf(program, { ...env, ...own });
        assert.ok(said.length > 0, `${service} says something`);
        assert.deepEqual(found(said, { [variable]: canary('address') }), [], `${service}: ${said}`);
      };
      // At once: some try until they are ended.
      await Promise.all([say('relay'), say('console'), say('billing')]);
    });
  }
});

/** What a program prints until it ends, or is told to, six seconds after its first word. */
async function outputOf(program: string, env: NodeJS.ProcessEnv): Promise<Buffer> {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
  const said: Buffer[] = [];
  let ending: NodeJS.Timeout | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said.push(chunk);
      ending ??= setTimeout(() => child.kill(), 6_000);
    });
  }
  await once(child, 'close');
  clearTimeout(ending);
  return Buffer.concat(said);
}

test('no secret is in what the services answered', () => {
  assert.ok(heard.length > 60, `${heard.length} answers`);
  const told = heard.filter((text) => found(Buffer.from(text), secrets).length > 0);
  assert.deepEqual(told, []);
});

test('no secret is in what the services printed, in their reports and in the spool', () => {
  for (const place of [plant.folder, reports]) {
    assert.ok(filesBelow(place).length >= 3, place);
    assert.deepEqual(foundBelow(place, secrets), []);
  }
});

test('no secret is in clear in any table of Postgres', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
  `.execute(plant.db);
  assert.ok(tables.length > 30);
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(name)} AS t`.execute(plant.db);
    assert.deepEqual(found(Buffer.from(rows.map(({ row }) => row).join('\n')), secrets), [], name);
  }
});

for (const store of ['postgres', 'redis', 'nats'] as const) {
  test(`no secret is in any file of ${store}: data, log of changes, log of errors`, (t) => {
    const { directory } = plant[store];
    if (directory === undefined) return t.skip('it runs in a container');
    assert.ok(filesBelow(directory).length > 0);
    assert.deepEqual(foundBelow(directory, secrets), []);
  });
}
