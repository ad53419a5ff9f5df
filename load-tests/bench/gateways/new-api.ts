import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '@switchyard/testing';
import { answering } from '../../plant/answering.ts';
import { adminCall, channelTo } from './admin-api.ts';
import type { StartGateway } from './gateway.ts';
import { peerFolder, run, startPeer } from './peer.ts';

const version = 'v0.10.0';

/**
 * New API on SQLite, in memory where the relay's stores are. On: key, quota, price, a row in its log for each request.
 * Memory cache and batch updates are on as it advises for load; what it prints goes nowhere.
 */
export const startNewApi: StartGateway = async (upstream, models) => {
  const path = process.env.NEW_API_PROGRAM;
  if (!path) throw new Error(`set NEW_API_PROGRAM to the program of New API ${version}`);
  const [port, folder] = [await freePort(), peerFolder('new-api')];
  const program = {
    path,
    args: ['--log-dir', ''],
    env: {
      PORT: String(port),
      SQLITE_PATH: join(folder, 'new-api.db'),
      SESSION_SECRET: randomBytes(16).toString('hex'),
      MEMORY_CACHE_ENABLED: 'true',
      BATCH_UPDATE_ENABLED: 'true',
    },
    folder,
  };
  const first = run(program);
  let key: string;
  try {
    await answering(`http://127.0.0.1:${port}/api/status`, 200);
    key = await setUp(`http://127.0.0.1:${port}/api`, upstream.url, models);
  } finally {
    await first.end();
  }
  const note = `New API ${version}: checks key and quota, prices, and writes a row for each request into its SQLite, within its own process.`;
  return startPeer({ ...program, name: 'new-api', port, key, note }, upstream, models);
};

/** Makes its owner, prices, the channel and a token, and gives the token's key. */
async function setUp(api: string, upstreamUrl: string, models: readonly string[]): Promise<string> {
  const [username, password] = ['bench', randomBytes(9).toString('hex')];
  await adminCall(`${api}/setup`, 'POST', {}, { username, password, confirmPassword: password });
  const { cookie } = await adminCall(`${api}/user/login`, 'POST', {}, { username, password });
  const owner = { cookie, 'new-api-user': '1' };
  const ratios = JSON.stringify(Object.fromEntries(models.map((model) => [model, 1])));
  await adminCall(`${api}/option/`, 'PUT', owner, { key: 'ModelRatio', value: ratios });
  const channel = channelTo(upstreamUrl, models);
  await adminCall(`${api}/channel/`, 'POST', owner, { mode: 'single', channel });
  const token = { name: 'bench', expired_time: -1, remain_quota: 1e9, unlimited_quota: false };
  await adminCall(`${api}/token/`, 'POST', owner, token);
  const { data } = await adminCall(`${api}/token/?p=1&size=1`, 'GET', owner);
  return `sk-${(data as { items: { key: string }[] }).items[0]?.key}`;
}
