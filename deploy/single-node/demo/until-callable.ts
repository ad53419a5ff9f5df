import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 15_000;

/** Resolves when the relay knows key and model: it hears of both a moment after the console stored them. */
export async function untilCallable(address: string, key: string, model: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(100)) {
    const response = await fetch(`${address}/v1/models/${model}`, { headers });
    await response.arrayBuffer();
    if (response.ok) return;
  }
  throw new Error(`The relay does not offer ${model} to the demo's key.`);
}
