import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import type { Changes } from './changes.ts';
import { storable } from './storable.ts';
import type { TaskRecord } from './task-record.ts';
import type { UsageRecord } from './usage-record.ts';

/** Stores the tasks of new requests. One that waited for its caller goes on in the row that it has. */
export async function writeTasks(trx: Transaction<Schema>, { tasks }: Changes): Promise<void> {
  for (const { record, submitted } of tasks) {
    const row = rowOf(record, submitted);
    const goesOn = await trx
      .updateTable('tasks')
      .set({ ...row, polled_at: new Date(), updated_at: new Date() })
      .where('id', '=', (tasks) =>
        tasks
          .selectFrom('tasks')
          .select('id')
          .where('task_id', '=', row.task_id)
          .where('task_id', '<>', '')
          .where('user_id', '=', row.user_id)
          .where('channel_id', '=', row.channel_id)
          .where('status', '=', 'MODAL')
          .where('quota', '=', 0)
          // An upstream may have given one id twice, and a request has one row.
          .orderBy('id', 'desc')
          .limit(1),
      )
      .executeTakeFirstOrThrow();
    if (goesOn.numUpdatedRows > 0n) continue;
    await trx
      .insertInto('tasks')
      .values(row)
      .onConflict((conflict) => conflict.column('request_id').doNothing())
      .execute();
  }
}

function rowOf(record: UsageRecord, { task, usage, receipt }: TaskRecord) {
  const submittedAt = new Date(record.timeMs);
  return {
    request_id: record.id,
    platform: task.platform,
    task_id: task.taskId,
    user_id: record.userId,
    token_id: record.tokenId,
    channel_id: record.charged.channelId,
    key_id: task.keyId ?? null,
    group: record.charged.group,
    model: record.charged.model,
    action: task.action,
    quota: record.charged.quota,
    receipt: receipt ? JSON.stringify(receipt) : null,
    usage: JSON.stringify(usage),
    status: task.status,
    progress: task.progress,
    prompt: task.prompt,
    data: JSON.stringify(storable(task.data)),
    notify_hook: task.notifyHook ?? '',
    submitted_at: submittedAt,
    started_at: null,
    finished_at: task.status === 'SUCCESS' ? submittedAt : null,
  };
}
