import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startUpstream } from '@switchyard/testing/upstream';
import { Type } from 'typebox';
import { signIn } from '../single-node/demo/console-client.ts';
import { untilCallable } from '../single-node/demo/until-callable.ts';
import { runLoad } from './load.ts';

/*
 * node deploy/containers/prove.ts <root's password> [<address of the console>]
 * Puts load on a running `docker compose up`; kills a relay in the middle of it, brings it back, renews the other while long
 * streams run, and does the sums.
 * The services must be allowed to reach this machine: UPSTREAM_ALLOW_CIDRS=172.16.0.0/12.
 */
const [password, address = 'http://127.0.0.1:3000'] = process.argv.slice(2);
if (password === undefined) throw new Error('Say the password of root.');
const model = 'gpt-5.4-mini';
const phaseMs = 15_000;
const settlingMs = 10_000;
const run = promisify(execFile);
const compose = async (...args: string[]) => (await run('docker', ['compose', ...args], { maxBuffer: 2 ** 26 })).stdout;

/** Half of the lanes stream; those that begin now last for 20 s, and the relay that goes waits for them. */
async function renewWithLongStreams(): Promise<void> {
  upstream.script({ behaviour: { intervalMs: 500 }, times: 20 });
  await sleep(1_000);
  await compose('up', '--detach', '--no-deps', '--force-recreate', '--wait', 'relay-2');
}

/** The default route of a container (proc(5), /proc/net/route) is this machine; its bytes come in reverse. */
const readGateway =
  "require('fs').readFileSync('/proc/net/route','utf8').match(/\\t00000000\\t(\\w{8})/)[1].match(/../g).reverse().map((byte) => parseInt(byte, 16)).join('.')";

const callsBySource = new Map<string, number>();
subscribe('http.server.request.start', (message) => {
  const source = (message as { request: IncomingMessage }).request.socket.remoteAddress ?? '';
  callsBySource.set(source, (callsBySource.get(source) ?? 0) + 1);
});
const upstream = await startUpstream({ host: '0.0.0.0', defaults: { latencyMs: 50, intervalMs: 25, tokens: 40 } });
const gateway = (await compose('exec', '-T', 'console', 'node', '-p', readGateway)).trim();
console.log(`relays reach this machine at ${gateway}:${upstream.port}`);

const root = await signIn(address, 'root', password);
const name = `proof-${randomBytes(3).toString('hex')}`;
const userPassword = randomBytes(12).toString('hex');
await root.call('POST', '/api/channel/', Type.Unknown(), {
  type: 1,
  name,
  key: 'proof',
  base_url: `http://${gateway}:${upstream.port}`,
  models: model,
  group: 'default',
});
await root.call('POST', '/api/user/', Type.Unknown(), { username: name, password: userPassword });
const user = await signIn(address, name, userPassword);
await root.call('PUT', '/api/user/', Type.Unknown(), { id: user.userId, quota: 1e12 });
const token = await user.call('POST', '/api/token/', Type.Object({ id: Type.Integer() }), {
  name,
  unlimited_quota: true,
  expired_time: -1,
});
const { key } = await user.call('POST', `/api/token/${token.id}/key`, Type.Object({ key: Type.String() }));
await untilCallable(address, key, model);

for (const [phase, act] of [
  ['both relays', async () => {}],
  ['relay-1 is killed', () => compose('kill', 'relay-1')],
  ['relay-1 comes back', () => compose('up', '--detach', '--no-deps', 'relay-1')],
  ['relay-2 is renewed while streams of 20 s run', renewWithLongStreams],
] as const) {
  callsBySource.clear();
  const load = runLoad({ address, key, model, lanes: 40, durationMs: phaseMs });
  await sleep(phaseMs / 5);
  await act();
  console.log(`${phase}: ${JSON.stringify(await load)}, by relay ${[...callsBySource.values()].join(' and ')}`);
}
await sleep(settlingMs);
const { used_quota, request_count } = await root.call(
  'GET',
  `/api/user/${user.userId}`,
  Type.Object({ used_quota: Type.Integer(), request_count: Type.Integer() }),
);
console.log(
  `asked of the upstream ${upstream.requests().length}, charged ${request_count} requests, ${used_quota} in all`,
);
console.log(await compose('exec', '-T', 'billing', 'node', 'services/billing/src/audit/main.ts'));
console.log(`the key: ${key}`);
await upstream.close();
