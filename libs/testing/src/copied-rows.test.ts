import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { copyInto, openDatabase } from '@switchyard/db';
import { sql } from 'kysely';
import { testDatabase } from './database.ts';
import { startPostgres } from './servers/postgres.ts';

const { url, drop } = await testDatabase();
const db = openDatabase({ url, applicationName: 'test', maxConnections: 1 });
after(async () => {
  await db.destroy();
  await drop();
});

const letters = (payloads: readonly string[]) => payloads.map((payload) => ({ payload, userId: null }));
const columns = {
  subject: () => 'copied',
  payload: ({ payload }: { payload: string }) => payload,
  reason: () => '',
  user_id: ({ userId }: { userId: number | null }) => userId,
};

test('every value comes back as it was written', async () => {
  const texts = [
    '',
    ' ',
    '\\N',
    '\\.',
    'a\tb',
    'a\nb\r\nc\r',
    'C:\\temp\\new',
    '\\',
    '\\\\t',
    '"quoted", {braces}',
    '漢字 🚂 \u00a0',
    '\b\f\v\u007f',
  ];
  const at = new Date('2026-11-22T23:59:59.987Z');
  await db.transaction().execute((trx) =>
    copyInto(trx, 'usage_log', texts, {
      created_at: () => at,
      type: () => 2,
      user_id: () => 7,
      username: (text) => text,
      stream: (text) => text.length > 1,
      group: (text) => text,
      quota: (text) => text.length,
      other: (text) => JSON.stringify({ [text]: text, list: [text] }),
    }),
  );
  const rows = await db.selectFrom('usage_log').selectAll().orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ created_at, username, stream, group, quota, other }) => ({
      created_at,
      username,
      stream,
      group,
      quota,
      other,
    })),
    texts.map((text) => ({
      created_at: at,
      username: text,
      stream: text.length > 1,
      group: text,
      quota: text.length,
      other: { [text]: text, list: [text] },
    })),
  );
});

test('a document is kept as it was sent, and refused when it is none', async () => {
  const copied = (text: string) =>
    db.transaction().execute((trx) =>
      copyInto(trx, 'usage_log', [text], {
        created_at: () => new Date(),
        type: () => 2,
        user_id: () => 8,
        username: () => '',
        other: () => text,
      }),
    );
  const document = '{"b": 1.50,  "a": [true]}';
  await copied(document);
  await assert.rejects(copied('{"b": 1'), { code: '22P02' });
  const { rows } = await sql`SELECT other::text AS text FROM usage_log WHERE user_id = 8`.execute(db);
  assert.deepEqual(rows, [{ text: document }]);
});

test('null is no text', async () => {
  await db.transaction().execute((trx) => copyInto(trx, 'dead_letters', letters(['\\N']), columns));
  const row = await db.selectFrom('dead_letters').select(['payload', 'user_id']).executeTakeFirst();
  assert.deepEqual(row, { payload: '\\N', user_id: null });
});

test('no rows are no statement', async () => {
  const refused = { nobody: () => 1 } as object;
  await db.transaction().execute((trx) => copyInto(trx, 'dead_letters', letters([]), refused));
});

test('a row that Postgres refuses undoes all, says why, and leaves the connection usable', async () => {
  const twice = Array.from({ length: 10_000 }, (_, index) => `letter ${index % 9_999}`);
  const copied = db.transaction().execute((trx) => copyInto(trx, 'dead_letters', letters(twice), columns));
  await assert.rejects(copied, { code: '23505' });
  const { rows } = await sql`SELECT FROM dead_letters WHERE payload LIKE 'letter %'`.execute(db);
  assert.equal(rows.length, 0);
});

test('a statement that Postgres refuses is an error', async () => {
  const copied = db
    .transaction()
    .execute((trx) => copyInto(trx, 'dead_letters', letters(['x']), { nobody: () => 1 } as object));
  await assert.rejects(copied, { code: '42703' });
});

for (const fault of ['killed', 'silent'] as const) {
  test(`Postgres ${fault} while rows are on the way: who waits hears of it`, async (t) => {
    const server = await startPostgres();
    t.after(() => server.stop());
    const other = openDatabase({ url: server.url, applicationName: 'test', statementTimeoutMs: 500 });
    t.after(() => other.destroy());
    await sql`CREATE TABLE options (key text, value text)`.execute(other);
    // More than the system takes from a program whose other side reads nothing.
    const rows = Array.from({ length: 3_000 }, () => 'x'.repeat(10_000));
    const copied = other.transaction().execute(async (trx) => {
      await sql`SELECT 1`.execute(trx);
      const copying = copyInto(trx, 'options', rows, { key: () => 'long', value: (text) => text });
      await Promise.all([copying, fault === 'killed' ? server.kill() : server.pause()]);
    });
    await assert.rejects(copied);
    await (fault === 'killed' ? server.restart() : server.resume());
    assert.equal((await sql`SELECT FROM options`.execute(other)).rows.length, 0);
  });
}
