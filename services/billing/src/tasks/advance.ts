import type { PriceReceipt, TaskReport, UsageTokens } from '@switchyard/contracts';
import type { Database, Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { giveBack, type Refund } from '../ledger/give-back.ts';
import { listQuota } from '../ledger/list-quota.ts';
import { type NextState, nextState } from './next-state.ts';
import type { TaskRow } from './task-row.ts';

/**
 * Brings a task to what its upstream reports, and gives back in the same transaction what it does not cost after all.
 * Answers whether this call did it: of several that see the same end of a task, one does.
 */
export async function advance(db: Database, task: TaskRow, report: TaskReport): Promise<boolean> {
  const next = nextState(task, report, Date.now());
  if (!next) return false;
  return db.transaction().execute(async (trx) => {
    // Before the task, as settling does: else the two could wait for each other.
    if (next.refund > 0) await lockAccount(trx, task.user_id);
    if (!(await compareAndSet(trx, task, next))) return false;
    if (next.refund > 0) await giveBack(trx, consumptionOf(task), refundOf(task, next), reasonOf(task, next));
    return true;
  });
}

async function lockAccount(trx: Transaction<Schema>, userId: number): Promise<void> {
  await sql`SELECT 1 FROM accounts WHERE user_id = ${userId} FOR UPDATE`.execute(trx);
}

/** False when somebody else changed the task since it was read. */
async function compareAndSet(trx: Transaction<Schema>, task: TaskRow, next: NextState): Promise<boolean> {
  const { refund, data, ...columns } = next;
  const result = await trx
    .updateTable('tasks')
    .set({ ...columns, data: JSON.stringify(data), quota: task.quota - refund, updated_at: new Date() })
    .where('id', '=', task.id)
    .where('status', '=', task.status)
    .where('request_id', '=', task.request_id)
    .executeTakeFirstOrThrow();
  return result.numUpdatedRows > 0n;
}

function consumptionOf(task: TaskRow) {
  return {
    requestId: task.request_id,
    userId: task.user_id,
    tokenId: task.token_id,
    channelId: task.channel_id,
    group: task.group,
    model: task.model,
  };
}

/** Only what was charged is given back, so a refund has a charge to be a part of. */
function refundOf({ quota, receipt, usage }: TaskRow, { refund }: NextState): Refund {
  const list = listQuota(quota, (receipt ?? undefined) as PriceReceipt | undefined, usage as UsageTokens);
  return { amount: refund, listAmount: Math.round((list * refund) / quota) };
}

function reasonOf({ platform, task_id: taskId }: TaskRow, { status, refund }: NextState): string {
  const what = status === 'SUCCESS' ? 'was shorter than ordered' : status === 'CANCEL' ? 'was cancelled' : 'failed';
  return `Task ${taskId || '(not named)'} of ${platform} ${what}, refunded ${refund}`;
}
