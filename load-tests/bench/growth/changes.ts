import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { announce } from '@switchyard/db';
import { seedPrice } from '@switchyard/testing';
import { median } from '../rounds.ts';
import type { Sized } from './sized.ts';

const times = 5;
const lookEveryMs = 5;
const patienceMs = 30_000;

/** A channel gets another model, as the console does it, on a relay that does nothing else; medians. */
export async function measureChanges(sized: Sized): Promise<Record<string, number>> {
  const changes: { reachedMs: number; blockedMs: number }[] = [];
  for (let time = 0; time < times; time++) changes.push(await measureChange(sized, `m-0-${16 + time}-1-0`));
  return {
    'change of a channel until served, ms': median(changes.map(({ reachedMs }) => reachedMs)),
    'event loop blocked meanwhile, ms': median(changes.map(({ blockedMs }) => blockedMs)),
  };
}

async function measureChange({ installation: { db, relay, port }, key }: Sized, model: string) {
  await seedPrice(db, model, { input: '2', output: '8' });
  relay.send('watch');
  await db.transaction().execute(async (trx) => {
    const { id } = await trx.selectFrom('channels').select('id').limit(1).executeTakeFirstOrThrow();
    const ability = { group: 'default', model, channel_id: id, enabled: true, priority: 0, weight: 1 };
    await trx.insertInto('abilities').values(ability).execute();
    await announce(trx, 'config');
  });
  const committedAt = performance.now();
  while (!(await isServed(port, key, model))) {
    if (performance.now() - committedAt > patienceMs) throw new Error(`${model} is not served after half a minute.`);
    await sleep(lookEveryMs);
  }
  const reachedMs = performance.now() - committedAt;
  relay.send('tell');
  const [blockedMs] = (await once(relay, 'message')) as [number];
  return { reachedMs, blockedMs };
}

async function isServed(port: number, key: string, model: string): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Are you there?' }] }),
  });
  await reply.arrayBuffer();
  return reply.status === 200;
}
