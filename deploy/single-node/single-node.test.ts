import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@switchyard/testing';
import { Type } from 'typebox';
import { signIn } from './demo/console-client.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const launched = new Set<ChildProcess>();
let dataDir: string;
let settings: Record<string, string>;

before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'switchyard-single-'));
  // The data lies where the account that runs Postgres for root can enter.
  chmodSync(dataDir, 0o711);
  settings = {
    SWITCHYARD_DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    CONSOLE_PORT: String(await freePort()),
    RELAY_PORT: String(await freePort()),
    // The tests of a whole run share the machine.
    RELAY_LAG_LIMIT_MS: '0',
    BILLING_PORT: String(await freePort()),
    SWITCHYARD_POSTGRES_PORT: String(await freePort()),
  };
});

after(async () => {
  // A test that failed may have left its launcher running.
  await Promise.all([...launched].map((child) => child.kill('SIGTERM') && once(child, 'exit')));
  rmSync(dataDir, { recursive: true, force: true });
});

test('the first start shows the root password once, and Ctrl-C leaves no process behind', async () => {
  const first = await started();
  assert.match(first.said(), /Sign in as {3}root/);
  assert.match(first.said(), new RegExp(`Open http://localhost:${settings.CONSOLE_PORT}`));
  const status = await fetch(`http://127.0.0.1:${settings.CONSOLE_PORT}/api/status`);
  assert.equal(((await status.json()) as { success: boolean }).success, true);
  const postgres = postmaster();
  await first.end('SIGINT', 0);
  assert.equal(isRunning(postgres), false);
  assert.equal(existsSync(join(dataDir, 'lock')), false);
});

test('the next start keeps the data and says no password', async () => {
  const next = await started();
  assert.doesNotMatch(next.said(), /Password/);
  await next.end('SIGTERM', 0);
});

test('what it keeps secret, only its owner may read', () => {
  for (const name of ['secret', 'postgres-password']) assert.equal(statSync(join(dataDir, name)).mode & 0o077, 0);
});

test('a second launcher on the same data is refused and the first goes on', async () => {
  const first = await started();
  const second = launch();
  assert.equal(await second.code(), 1);
  assert.match(second.said(), new RegExp(`already runs on ${dataDir}, .*SWITCHYARD_DATA_DIR`));
  assert.equal((await fetch(`http://127.0.0.1:${settings.CONSOLE_PORT}/api/status`)).status, 200);
  await first.end('SIGTERM', 0);
});

test('after a kill -9 the next start ends the Postgres left over and goes on', async () => {
  const killed = await started();
  const leftover = postmaster();
  await killed.end('SIGKILL', null);
  assert.equal(isRunning(leftover), true);
  const next = await started();
  assert.equal(isRunning(leftover), false);
  assert.match(next.said(), /stopping the Postgres left over/);
  await next.end('SIGTERM', 0);
});

test('a port that is taken is named with the setting, and nothing stays running', async (t) => {
  for (const [variable, who] of [
    ['CONSOLE_PORT', 'the console'],
    ['SWITCHYARD_POSTGRES_PORT', 'the database'],
  ] as const) {
    const squatter = createServer().listen(Number(settings[variable]), '127.0.0.1');
    t.after(() => squatter.close());
    await once(squatter, 'listening');
    const refused = launch();
    assert.equal(await refused.code(), 1);
    assert.match(refused.said(), new RegExp(`Port ${settings[variable]} is taken, and ${who} needs it.*${variable}=`));
    assert.equal(existsSync(join(dataDir, 'lock')), false);
    squatter.close();
  }
});

test('the demo offers a key that works, its past usage adds up, and a stop lets a running answer finish', async () => {
  const launcher = await started('--demo');
  const [, key] = /Bearer (sk-\S+)'/.exec(launcher.said()) ?? [];
  const [, model] = /"model":"([^"]+)"/.exec(launcher.said()) ?? [];
  const [, password] = /as demo, password (\S+)/.exec(launcher.said()) ?? [];
  const address = `http://localhost:${settings.CONSOLE_PORT}`;
  const before = await demoAccount(address, password);
  assert.ok(before.request_count > 100);
  assert.equal(before.quota + before.used_quota, 50_000_000);

  const response = await chat(address, key, { model });
  assert.equal(response.status, 200);
  const deadline = Date.now() + 10_000;
  let after = before;
  while (after.request_count === before.request_count && Date.now() < deadline) {
    after = await demoAccount(address, password);
  }
  assert.equal(after.request_count, before.request_count + 1);
  assert.ok(after.used_quota > before.used_quota);
  assert.equal(after.quota + after.used_quota, 50_000_000);
  await launcher.end('SIGTERM', 0);

  const again = await started('--demo');
  assert.match(again.said(), new RegExp(`Bearer ${key}`));
  assert.equal((await demoAccount(address, password)).request_count, after.request_count);

  const stream = await chat(address, key, { model, stream: true });
  const stopped = again.end('SIGINT', 0);
  assert.match(await stream.text(), /data: \[DONE\]\s*$/);
  const answered = performance.now();
  await stopped;
  assert.ok(performance.now() - answered < 10_000);
});

test('a setting that is wrong is named', async () => {
  const refused = launch({ CONSOLE_PORT: 'three thousand' });
  assert.equal(await refused.code(), 1);
  assert.match(refused.said(), /Set CONSOLE_PORT to a port number.*"three thousand"/);
});

const Account = Type.Object({ quota: Type.Integer(), used_quota: Type.Integer(), request_count: Type.Integer() });

async function demoAccount(address: string, password = '') {
  return (await signIn(address, 'demo', password)).call('GET', '/api/user/self', Account);
}

function chat(address: string, key: string | undefined, body: object): Promise<Response> {
  return fetch(`${address}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, messages: [{ role: 'user', content: 'Hello' }] }),
  });
}

function launch(more: Record<string, string> = {}, ...args: string[]) {
  const child: ChildProcess = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, ...settings, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launched.add(child);
  child.once('exit', () => launched.delete(child));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  const exit = once(child, 'exit') as Promise<[number | null]>;
  return {
    said: () => text,
    code: async () => (await exit)[0],
    async end(signal: NodeJS.Signals, code: number | null) {
      child.kill(signal);
      assert.equal((await exit)[0], code, text);
    },
  };
}

async function started(...args: string[]) {
  const launcher = launch({}, ...args);
  while (!launcher.said().includes('Ctrl-C stops everything')) {
    const ended = await Promise.race([launcher.code(), new Promise((resolve) => setTimeout(resolve, 50, 'runs'))]);
    if (ended !== 'runs') throw new Error(`The launcher ended:\n${launcher.said()}`);
  }
  return launcher;
}

function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** A zombie, which stays listed where nothing collects orphans, does not run. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
