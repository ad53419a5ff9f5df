import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Names } from './names.ts';

/** A message that was delivered and not acknowledged for this long is delivered again. */
export const ackWaitMs = 30_000;

/** A message is stored when two of them have it, so one server may be lost. */
const clusterReplicas = 3;

/**
 * Creates the stream when it is missing and corrects the settings that matter here when they differ; what an
 * operator chose beyond them (replicas, limits, placement) stays. A new one has three copies where NATS_URL names as many
 * `servers`. Any number of services may do so at once.
 */
export async function ensureStream(manager: JetStreamManager, names: Names, servers: number): Promise<void> {
  const wanted = {
    name: names.stream,
    subjects: [names.usageSubject],
    storage: StorageType.File,
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_age: 0,
    duplicate_window: nanos(120_000),
  } satisfies Partial<StreamConfig>;
  const current = await found(manager.streams.info(names.stream));
  if (!current) {
    const replicas = servers >= clusterReplicas ? clusterReplicas : 1;
    await manager.streams.add({ ...wanted, num_replicas: replicas, republish: forArchive(names) });
  } else if (differs(current.config, wanted)) {
    await manager.streams.update(names.stream, { ...current.config, ...wanted });
  }
}

/** Every stored message is published once more for the archive; without one nobody listens. */
export function forArchive(names: Names) {
  return { src: names.usageSubject, dest: names.archiveSubject };
}

/**
 * The same for the consumer that all billing instances share. When it does not know what the stream holds, it is made
 * anew, and everything stored comes once more: servers before 2.10 forget, when killed, what they removed and what they
 * delivered. Nothing is purged instead, because then the consumer's word about what was handled cannot be trusted either.
 */
export async function ensureConsumer(manager: JetStreamManager, names: Names): Promise<ConsumerInfo> {
  const wanted = {
    durable_name: names.consumer,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 1000,
  } satisfies Partial<ConsumerConfig>;
  const current = await found(manager.consumers.info(names.stream, names.consumer));
  if (!current) return manager.consumers.add(names.stream, wanted);
  if (await losesMessages(manager, names)) {
    await manager.consumers.delete(names.stream, names.consumer);
    return manager.consumers.add(names.stream, wanted);
  }
  return differs(current.config, wanted) ? manager.consumers.update(names.stream, names.consumer, wanted) : current;
}

const looks = 5;
const lookPauseMs = 50;

/**
 * All that a work queue holds either waits or is under way. Both figures move while others work, so only what is
 * wrong at each of some looks is wrong.
 */
async function losesMessages(manager: JetStreamManager, { stream, consumer }: Names): Promise<boolean> {
  for (let look = 0; look < looks; look++) {
    if (look > 0) await sleep(lookPauseMs);
    const { num_pending, num_ack_pending } = await manager.consumers.info(stream, consumer);
    const { state } = await manager.streams.info(stream);
    if (state.messages === num_pending + num_ack_pending) return false;
  }
  return true;
}

/** The answer, or undefined when the server knows no such stream or consumer. */
export async function found<Info>(request: Promise<Info>): Promise<Info | undefined> {
  try {
    return await request;
  } catch (error) {
    const { ConsumerNotFound, StreamNotFound } = JetStreamApiCodes;
    if (!(error instanceof JetStreamApiError)) throw error;
    if (error.code !== ConsumerNotFound && error.code !== StreamNotFound) throw error;
    return undefined;
  }
}

function differs(current: object, wanted: object): boolean {
  return Object.entries(wanted).some(([key, value]) => !isDeepStrictEqual(Reflect.get(current, key), value));
}
