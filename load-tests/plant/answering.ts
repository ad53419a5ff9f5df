import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 90_000;

/** Resolves when the address answers, with this status if one is given; rejects after 90 s, or at once with what `hopeless` says. */
export async function answering(
  url: string,
  status?: number,
  init: RequestInit = {},
  hopeless: () => string | undefined = () => undefined,
): Promise<void> {
  let last = 'it does not answer';
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(50)) {
    const reason = hopeless();
    if (reason !== undefined) throw new Error(reason);
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (!reply) continue;
    const text = await reply.text();
    if (reply.status === (status ?? reply.status)) return;
    last = `${reply.status} ${text}`;
  }
  throw new Error(`${url} is not ready: ${last}`);
}
