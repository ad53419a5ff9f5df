import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  /** Of the console. */
  readonly address: string;
  readonly key: string;
  readonly model: string;
  /** How many calls are under way at a time; every second one streams. */
  readonly lanes: number;
  readonly durationMs: number;
}

/** How the calls ended: `whole`, `cut` (a stream without its end), a status, or what the connection broke with. */
export async function runLoad(load: Load): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  const until = Date.now() + load.durationMs;
  const lanes = Array.from({ length: load.lanes }, async (_, lane) => {
    while (Date.now() < until) {
      const end = await callOnce(load, lane % 2 === 0).catch(
        (error: Error) => (error.cause as Error)?.message ?? error.message,
      );
      ends[end] = (ends[end] ?? 0) + 1;
      if (end !== 'whole') await sleep(200);
    }
  });
  await Promise.all(lanes);
  return ends;
}

async function callOnce({ address, key, model }: Load, stream: boolean): Promise<string> {
  const response = await fetch(`${address}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Tell me something.' }] }),
  });
  const text = await response.text();
  if (!response.ok) return String(response.status);
  return text.includes(stream ? 'data: [DONE]' : '"finish_reason"') ? 'whole' : 'cut';
}
