import { jetstreamManager } from '@nats-io/jetstream';
import { withSecretFiles } from '@switchyard/environment';
import { parseNatsUrl } from './nats/address.ts';
import { openLink } from './nats/link.ts';
import { namesFor } from './nats/names.ts';
import { ensureStream } from './nats/stream.ts';

/*
 * node libs/bus/src/replicate.ts 3: stores usage on three servers of a NATS cluster, so that one may be lost. Services keep
 * what is set here. May be run again, and before or after the first start.
 */
const startWaitMs = 60_000;
const timeoutMs = 10_000;

/** Rejects when there are not so many servers yet, or they do not answer. */
export async function replicateUsage(natsUrl: string, replicas: number, prefix = ''): Promise<void> {
  const names = namesFor(prefix);
  const { connection } = await openLink(parseNatsUrl(natsUrl), startWaitMs, () => {});
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: timeoutMs });
    await ensureStream(manager, names, replicas);
    const { config } = await manager.streams.info(names.stream);
    await manager.streams.update(names.stream, { ...config, num_replicas: replicas });
    const { cluster } = await manager.streams.info(names.stream);
    // A server without a cluster may take the setting and do nothing.
    const servers = [cluster?.leader, ...(cluster?.replicas ?? []).map(({ name }) => name)].filter(Boolean);
    // While a leader is chosen, it may be among the others.
    const stored = Math.max(1, new Set(servers).size);
    if (stored !== replicas)
      throw new Error(`NATS stores usage on ${stored} servers, not on ${replicas}. See its cluster.`);
  } finally {
    await connection.close();
  }
}

async function main(): Promise<void> {
  const replicas = Number(process.argv[2]);
  const natsUrl = withSecretFiles(process.env).NATS_URL;
  if (!natsUrl) throw new Error('Set NATS_URL to the NATS of the installation.');
  if (![1, 3, 5].includes(replicas)) throw new Error('Say on how many servers usage is to be stored: 1, 3 or 5.');
  await replicateUsage(natsUrl, replicas);
  process.stdout.write(`usage is stored on ${replicas} NATS servers\n`);
}

if (import.meta.main) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}
