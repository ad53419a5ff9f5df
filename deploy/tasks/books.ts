import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { notices } from '@switchyard/contracts';
import type { Customer, Plant } from './plant.ts';

const auditProgram = fileURLToPath(new URL('../../services/billing/src/audit/main.ts', import.meta.url));
const patienceMs = 10_000;

/** The figures that a charge moves, of one customer. */
export async function figures(plant: Plant, { userId, tokenId }: Customer) {
  const account = await plant.db
    .selectFrom('accounts')
    .select(['balance', 'used_quota'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const token = await plant.db
    .selectFrom('tokens')
    .select(['remain_quota', 'used_quota'])
    .where('id', '=', tokenId)
    .executeTakeFirstOrThrow();
  return {
    balance: account.balance,
    used: account.used_quota,
    remain: token.remain_quota,
    tokenUsed: token.used_quota,
  };
}

export function tasksOf(plant: Plant, { userId }: Customer) {
  return plant.db.selectFrom('tasks').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Polls until there is a value; fails after ten seconds unless said. */
export async function until<T>(read: () => Promise<T | undefined>, longestMs = patienceMs): Promise<T> {
  for (const deadline = Date.now() + longestMs; ; await sleep(20)) {
    const value = await read();
    if (value !== undefined) return value;
    assert.ok(Date.now() < deadline, `not within ${longestMs} ms: ${read}`);
  }
}

/** Lets billing ask about a task now, and waits until its state is this one. */
export async function untilStatus(plant: Plant, who: Customer, taskId: string, status: string) {
  return until(async () => {
    const task = (await tasksOf(plant, who)).find((row) => row.task_id === taskId);
    if (task?.status === status) return task;
    if (task) await plant.bus.notify(notices.taskHinted, task.request_id);
    return undefined;
  });
}

/** npm run audit: every account adds up. */
export async function assertAuditIsClean(plant: Plant): Promise<void> {
  const child = spawn(process.execPath, [auditProgram], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: plant.databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'exit');
  assert.equal(code, 0, said);
}
