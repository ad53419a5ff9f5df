import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { copyInto } from '@switchyard/db';
import { sql } from 'kysely';
import { type Books, testBooks } from '../testing/books.ts';
import { isDataFault } from './is-data-fault.ts';

const nobody = 999_999_999;
let books: Books;
before(async () => {
  books = await testBooks();
});
after(() => books.close());

const posting = (userId: number, reference: string) =>
  ({ kind: 'gift', reference, user_id: userId, amount: 1 }) as const;

/** Someone with an account and nothing in the journal. */
async function newcomer(username: string): Promise<number> {
  const { id } = await books.db.insertInto('users').values({ username }).returning('id').executeTakeFirstOrThrow();
  await books.db.insertInto('accounts').values({ user_id: id }).execute();
  return id;
}

test('no row of the journal is without an account, whoever writes it', async () => {
  const userId = await books.user();
  const { db } = books;
  const columns = {
    kind: () => 'consume',
    reference: (id: number) => `copied ${id}`,
    user_id: (id: number) => id,
    amount: () => -1,
  };
  for (const write of [
    () => db.transaction().execute((trx) => copyInto(trx, 'journal', [userId, nobody], columns)),
    () =>
      db
        .insertInto('journal')
        .values([posting(userId, 'one'), posting(nobody, 'two')])
        .execute(),
    () =>
      db
        .insertInto('journal')
        .values(posting(nobody, 'three'))
        .onConflict((on) => on.doNothing())
        .execute(),
    () => db.updateTable('journal').set({ user_id: nobody }).where('user_id', '=', userId).execute(),
  ]) {
    await assert.rejects(write, (error: Error & { detail?: string }) => {
      assert.deepEqual([isDataFault(error), error.detail], [true, `Users without an account: {${nobody}}.`]);
      return true;
    });
  }
  const rows = await db.selectFrom('journal').select('amount').where('user_id', 'in', [userId, nobody]).execute();
  assert.deepEqual(rows, [{ amount: 1_000_000 }]);
});

test('an account that the journal names is neither deleted nor given another id', async () => {
  const userId = await books.user();
  const refused = { code: '23503' };
  await assert.rejects(books.db.deleteFrom('accounts').where('user_id', '=', userId).execute(), refused);
  const other = await newcomer('other');
  await books.db.deleteFrom('accounts').where('user_id', '=', other).execute();
  const renamed = books.db.updateTable('accounts').set({ user_id: other }).where('user_id', '=', userId);
  await assert.rejects(renamed.execute(), refused);
});

for (const first of ['row', 'deletion'] as const) {
  test(`a row of the journal and the deletion of its account at once, the ${first} first: the other is refused`, async () => {
    const userId = await newcomer(first);
    const row = sql`INSERT INTO journal (kind, reference, user_id, amount) VALUES ('gift', ${first}, ${userId}, 1)`;
    const deletion = sql`DELETE FROM accounts WHERE user_id = ${userId}`;
    const { later } = await books.db.transaction().execute(async (trx) => {
      await (first === 'row' ? row : deletion).execute(trx);
      const refused = assert.rejects((first === 'row' ? deletion : row).execute(books.db), { code: '23503' });
      await isWaiting();
      return { later: refused };
    });
    await later;
  });
}

async function isWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waits: boolean }>`
      SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()) AS waits
    `.execute(books.db);
    if (rows[0]?.waits) return;
  }
}
