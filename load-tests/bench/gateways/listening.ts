import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/** Resolves when the address answers, with this status if one is given. */
export async function answering(url: string, status?: number, init: RequestInit = {}): Promise<void> {
  let last = 'it does not answer';
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const reply = await fetch(url, init).catch(() => undefined);
    if (!reply) continue;
    if (reply.status === (status ?? reply.status)) return void (await reply.arrayBuffer());
    last = `${reply.status} ${await reply.text()}`;
  }
  throw new Error(`${url} is not ready: ${last}`);
}

/** Resolves when the gateway serves the model to this key. */
export function serving(port: number, key: string, model: string): Promise<void> {
  return answering(`http://127.0.0.1:${port}/v1/chat/completions`, 200, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Are you there?' }] }),
  });
}
