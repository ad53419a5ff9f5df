import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '@switchyard/testing';
import { answering } from '../../plant/answering.ts';
import { builtProgram } from './built-program.ts';
import type { Gateway, Upstream } from './gateway.ts';
import { peerFolder, run, startPeer } from './peer.ts';

/** At 1 the credit that an owner begins with ends after some 40,000 answers. */
const PRICE = 0.01;

/** one-api, or what has grown out of it: the API of the console is nearly the same. */
export interface Kin {
  readonly name: string;
  readonly title: string;
  /** Names the program. */
  readonly variable: string;
  /** What it is sent to be recognised as its owner. */
  signIn(api: string): Promise<Readonly<Record<string, string>>>;
  /** The body that makes a channel. */
  newChannel(channel: object): object;
  readonly firstPage: number;
}

/**
 * On SQLite, in memory where the relay's stores are. On: key, quota, price, a row in its log for each request. Memory cache and batch updates
 * are on as they advise for load; what it prints goes nowhere.
 */
export async function startKin(kin: Kin, upstream: Upstream, models: readonly string[]): Promise<Gateway> {
  const { name, title } = kin;
  const path = builtProgram(kin.variable, title);
  const [port, folder] = [await freePort(), peerFolder(name)];
  const address = `http://127.0.0.1:${port}`;
  const program = {
    path,
    args: ['--log-dir', ''],
    env: {
      PORT: String(port),
      SQLITE_PATH: join(folder, `${name}.db`),
      SESSION_SECRET: randomBytes(16).toString('hex'),
      MEMORY_CACHE_ENABLED: 'true',
      BATCH_UPDATE_ENABLED: 'true',
    },
    folder,
  };
  const first = run(program);
  let key: string;
  let version: string;
  try {
    await answering(`${address}/api/status`, 200);
    version = ((await adminCall(`${address}/api/status`, 'GET', {})).data as { version: string }).version;
    key = await setUp(kin, `${address}/api`, upstream.url, models);
  } finally {
    await first.end();
  }
  const note = `${title} ${version}: checks key and quota, prices, and writes a row for each request into its SQLite, within its own process.`;
  return startPeer({ ...program, name, port, key, note }, upstream, models);
}

/** Makes prices, the channel and a token, and gives the token's key. */
async function setUp(kin: Kin, api: string, address: string, models: readonly string[]): Promise<string> {
  const owner = await kin.signIn(api);
  const ratios = JSON.stringify(Object.fromEntries(models.map((model) => [model, PRICE])));
  await adminCall(`${api}/option/`, 'PUT', owner, { key: 'ModelRatio', value: ratios });
  const channel = {
    type: 1,
    name: 'upstream',
    key: 'sk-upstream',
    base_url: address,
    models: models.join(','),
    group: 'default',
  };
  await adminCall(`${api}/channel/`, 'POST', owner, kin.newChannel(channel));
  const token = { name: 'bench', expired_time: -1, remain_quota: 1e9, unlimited_quota: false };
  await adminCall(`${api}/token/`, 'POST', owner, token);
  const { data } = await adminCall(`${api}/token/?p=${kin.firstPage}&size=1`, 'GET', owner);
  const page = data as { key: string }[] | { items: { key: string }[] };
  return `sk-${(Array.isArray(page) ? page : page.items)[0]?.key}`;
}

/** Gives the answer's data and its cookie. */
export async function adminCall(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<{ data: unknown; cookie: string }> {
  const reply = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { success, message, data } = (await reply.json()) as { success: boolean; message?: string; data?: unknown };
  if (!success) throw new Error(`${method} ${new URL(url).pathname}: ${reply.status} ${message}`);
  return { data, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' };
}
