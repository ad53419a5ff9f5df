import { type ChannelRunKind, type Database, startChannelRun } from '@switchyard/db';
import type { Context } from '../../../context.ts';
import { type Refusal, refuse } from '../../../http/answer.ts';
import { seconds } from '../../../http/time.ts';
import { type Actor, logTypes, writeLog } from '../../logs/write.ts';

type Kind = Exclude<ChannelRunKind, 'recovery'>;

const names = { test: 'test', balance: 'balance update' } as const;
const alreadyRunning = {
  test: 'A test of all channels is already running.',
  balance: 'A balance update of all channels is already running.',
} as const;
const neverRun = { running: false, total: 0, done: 0, failed: 0, current: null, started: 0, finished: 0 };

/** Begins a run over all channels unless one is under way. */
export async function beginRun({ db }: Context, actor: Actor, kind: Kind): Promise<{ total: number } | Refusal> {
  return db.transaction().execute(async (trx) => {
    const total = await startChannelRun(trx, kind);
    if (total === undefined) return refuse(alreadyRunning[kind]);
    if (total === 0) return refuse('There is no enabled channel.');
    await writeLog(trx, logTypes.manage, actor, `Began a ${names[kind]} of all channels (${total})`);
    return { total };
  });
}

/** How the newest run stands. */
export async function readProgress(db: Database, kind: Kind) {
  const run = await db
    .selectFrom('channel_runs')
    .leftJoin('channels', 'channels.id', 'current_channel_id')
    .selectAll('channel_runs')
    .select('channels.name')
    .where('kind', '=', kind)
    .orderBy('channel_runs.id', 'desc')
    .executeTakeFirst();
  if (!run) return neverRun;
  const { total, done, failed, current_channel_id: currentId } = run;
  return {
    running: run.finished_at === null,
    total,
    done,
    failed,
    current: currentId === null ? null : { id: currentId, name: run.name ?? '' },
    started: seconds(run.started_at),
    finished: seconds(run.finished_at),
  };
}
