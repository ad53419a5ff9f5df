import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { parseNatsUrl } from './address.ts';
import { type Names, namesFor } from './names.ts';
import { ensureStream, forArchive, found } from './stream.ts';

const patienceMs = 60_000;

export interface ArchiveLimits {
  readonly maxAgeMs: number;
  /** The oldest go first when it is full: it never keeps new usage out. */
  readonly maxBytes: number;
}

/**
 * Has the server copy every usage message from now on into a stream that nobody empties, for `replayUsage`. Repeatable. Resolves when
 * everything that came before is handled: who looks at the journal from then on finds there what the copy lacks.
 */
export async function keepUsage(natsUrl: string, limits: ArchiveLimits, prefix = ''): Promise<void> {
  await withManager(natsUrl, async (manager) => {
    const names = namesFor(prefix);
    const archive = {
      name: names.archive,
      subjects: [names.archiveSubject],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_age: nanos(limits.maxAgeMs),
      max_bytes: limits.maxBytes,
    };
    const current = await found(manager.streams.info(names.archive));
    if (current) await manager.streams.update(names.archive, { ...current.config, ...archive });
    else await manager.streams.add(archive);
    await ensureStream(manager, names, serversOf(natsUrl));
    const { config } = await manager.streams.info(names.stream);
    if (!config.republish) {
      // A stream from before; servers older than 2.10 refuse.
      await manager.streams.update(names.stream, { ...config, republish: forArchive(names) });
    }
    if (!current) await untilHandled(manager, names);
  });
}

/** Waits for what is stored by now. */
async function untilHandled(manager: JetStreamManager, names: Names): Promise<void> {
  const { last_seq: last } = (await manager.streams.info(names.stream)).state;
  for (const end = Date.now() + patienceMs; ; await sleep(50)) {
    const { messages, first_seq: first } = (await manager.streams.info(names.stream)).state;
    if (messages === 0 || first > last) return;
    if (Date.now() > end) throw new Error('Billing has not booked the usage that waits. Start it, and try again.');
  }
}

/**
 * Publishes again what was copied since a time, and answers how many messages that were; undefined when nothing is copied. Charges
 * that the journal has stay what they are.
 */
export async function replayUsage(natsUrl: string, since: Date, prefix = ''): Promise<number | undefined> {
  return withManager(natsUrl, async (manager) => {
    const names = namesFor(prefix);
    const archive = await found(manager.streams.info(names.archive));
    if (!archive) return undefined;
    await ensureStream(manager, names, serversOf(natsUrl));
    return copyBack(manager, names, since, archive.state.last_seq);
  });
}

async function copyBack(manager: JetStreamManager, names: Names, since: Date, last: number): Promise<number> {
  const jetstream = manager.jetstream();
  const consumer = await jetstream.consumers.get(names.archive, {
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: since.toISOString(),
  });
  if ((await consumer.info()).num_pending === 0) return 0;
  // Another id than the first time, by which the server would know the message again.
  const run = Date.now().toString(36);
  let copied = 0;
  for await (const message of await consumer.consume()) {
    // What is copied back is copied into the archive once more: it ends where it ended before.
    if (message.seq > last) break;
    await jetstream.publish(names.usageSubject, message.data, { msgID: `replay-${run}-${message.seq}` });
    copied++;
    if (message.seq === last) break;
  }
  return copied;
}

const serversOf = (natsUrl: string) => parseNatsUrl(natsUrl).options.servers.length;

async function withManager<Result>(
  natsUrl: string,
  work: (manager: JetStreamManager) => Promise<Result>,
): Promise<Result> {
  const connection = await connect({ ...parseNatsUrl(natsUrl).options, name: 'switchyard-archive', timeout: 3000 });
  try {
    return await work(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}
