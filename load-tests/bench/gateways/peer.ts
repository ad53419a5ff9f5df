import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GATEWAY_CORE, spawnOn, stop } from '../cores.ts';
import type { Gateway, Upstream } from './gateway.ts';
import { serving } from './serving.ts';

export interface Peer {
  name: string;
  port: number;
  key: string;
  headers?: Readonly<Record<string, string>>;
  modelPrefix?: string;
  note: string;
  path: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Where it works; removed with it. */
  folder: string;
}

/** A peer serves, but not what the upstream answers: a reason to end the run, not to leave the peer out. */
export class WrongAnswer extends Error {}

/** A folder for a peer's files, in memory where the relay's stores are. */
export const peerFolder = (name: string): string =>
  mkdtempSync(join(process.env.TEST_SERVERS_DIR ?? tmpdir(), `switchyard-bench-${name}-`));

/** Starts another gateway on the gateways' core, without what it prints, and waits until it serves every model. */
export async function startPeer(peer: Peer, upstream: Upstream, models: readonly string[]): Promise<Gateway> {
  const { name, port, key, headers, modelPrefix = '', note, folder } = peer;
  const { child, end } = run(peer);
  const log = () => readFileSync(join(folder, 'errors.log'), 'utf8').trimEnd().split('\n');
  const hopeless = () => (child.exitCode === null ? undefined : `it ended at start: ${log().at(-1)}`);
  try {
    for (const model of models) await serving(port, key, modelPrefix + model, headers, hopeless);
    for (const model of models) await sameAnswer(peer, upstream, model);
  } catch (error) {
    await end();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    name,
    port,
    key,
    ...(headers && { headers }),
    modelPrefix,
    note,
    pid: Number(child.pid),
    delivered: 0,
    complaints: () => log().slice(-20).join('\n'),
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a peer's program: what it says goes nowhere, what it complains of into a file. */
export function run({ path, args, env, folder }: Pick<Peer, 'path' | 'args' | 'env' | 'folder'>) {
  const log = openSync(join(folder, 'errors.log'), 'a');
  const child = spawnOn(GATEWAY_CORE, path, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  return { child, end: () => stop(child) };
}

/** The same text and the same usage as the upstream's, whole; streams are counted while they are measured. */
async function sameAnswer(
  { name, port, key, headers, modelPrefix = '' }: Peer,
  upstream: Upstream,
  model: string,
): Promise<void> {
  const asked = [
    { port: upstream.port, model },
    { port, model: modelPrefix + model },
  ];
  const answers = asked.map(async ({ port, model }) => {
    const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Are you the same?' }] }),
    });
    const { choices, usage } = (await reply.json()) as Answer;
    return `${choices?.[0]?.message?.content} for ${usage?.completion_tokens} tokens`;
  });
  const [wanted, got] = await Promise.all(answers);
  if (got !== wanted)
    throw new WrongAnswer(`${name} answers ${got?.slice(0, 200)} where the upstream answers ${wanted?.slice(0, 200)}`);
}

interface Answer {
  choices?: { message?: { content?: string } }[];
  usage?: { completion_tokens?: number };
}
