import type { JetStreamClient } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import type { Link } from './link.ts';

/**
 * Stores one message; resolves when the stream has it. While NATS is away it waits instead of sending, so that
 * nothing piles up in the client. When the stream is missing it is made anew. `timeoutMs` is for each step.
 */
export async function publish(
  jetstream: JetStreamClient,
  link: Link,
  restoreStream: () => Promise<void>,
  message: { readonly subject: string; readonly data: Uint8Array; readonly id: string },
  timeoutMs: number,
): Promise<void> {
  const send = () => jetstream.publish(message.subject, message.data, { msgID: message.id, timeout: timeoutMs });
  await link.whenUp(AbortSignal.timeout(timeoutMs));
  try {
    await send();
  } catch (error) {
    if (!isUnheard(error)) throw error;
    await restoreStream();
    await send();
  }
}

/** Nobody listens on the subject: the stream was lost, or JetStream is not ready. */
function isUnheard(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof errors.RequestError && cause.isNoResponders();
}
