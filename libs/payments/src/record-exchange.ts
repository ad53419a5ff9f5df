import type { Database } from '@switchyard/db';

const mostKept = 1000;
const mostCharacters = 4000;

/** Keeps what was said between us and a processor, the last thousand entries of it. */
export async function recordExchange(db: Database, processor: string, content: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('processor_log')
      .values({ processor, content: content.slice(0, mostCharacters) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .deleteFrom('processor_log')
      .where('id', '<=', id - mostKept)
      .execute();
  });
}
