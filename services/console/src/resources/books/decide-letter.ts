import type { Schema } from '@switchyard/db';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';

type Letter = Pick<Selectable<Schema['dead_letters']>, 'id' | 'asked_at' | 'dismissed_at'>;

const gone = 'There is no such event here. If you saw it in the list, it was booked.';

/** Asks billing to book a dead letter again. The same question again changes nothing. */
export async function askToBook({ db }: Context, actor: Actor, id: number): Promise<null | Refusal> {
  return db.transaction().execute(async (trx) => {
    const letter = await lockLetter(trx, id);
    if (!letter) return refuse(gone);
    if (letter.dismissed_at) return refuse('This event was dismissed.');
    if (letter.asked_at) return null;
    await trx.updateTable('dead_letters').set({ asked_at: sql`now()` }).where('id', '=', id).execute();
    await writeLog(trx, logTypes.manage, actor, `Had dead letter ${id} booked again`);
    return null;
  });
}

/** Decides for good that a dead letter is not charged. The same decision again changes nothing. */
export async function dismissLetter({ db }: Context, actor: Actor, id: number): Promise<null | Refusal> {
  return db.transaction().execute(async (trx) => {
    const letter = await lockLetter(trx, id);
    if (!letter) return refuse(gone);
    if (letter.dismissed_at) return null;
    if (letter.asked_at) return refuse('This event is being booked. Wait until it is gone or has a new reason.');
    const dismissed = { dismissed_at: sql<Date>`now()`, dismissed_by: actor.id };
    await trx.updateTable('dead_letters').set(dismissed).where('id', '=', id).execute();
    await writeLog(trx, logTypes.manage, actor, `Dismissed dead letter ${id}`);
    return null;
  });
}

function lockLetter(trx: Transaction<Schema>, id: number): Promise<Letter | undefined> {
  return trx
    .selectFrom('dead_letters')
    .select(['id', 'asked_at', 'dismissed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
