import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import { verifyAudit } from './verify.ts';

let testing: TestConsole;
let root: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'root', role: 100 });
  root = await testing.signedIn('root');
});
after(() => testing.close());

const actor: Actor = { id: 7, username: 'Ann', role: 10, ip: '192.0.2.9', requestId: 'request' };
const note = (content: string, type: (typeof logTypes)[keyof typeof logTypes] = logTypes.manage) =>
  testing.db.transaction().execute((trx) => writeLog(trx, type, actor, content));

test('what administrators do is in the audit log, other rows of the log are not', async () => {
  await note('made a user');
  await note('credited', logTypes.topUp);
  const { data } = await root.get('/api/audit/?username=ann');
  assert.equal(data.total, 1);
  const { id, created_at: time, ...entry } = data.items[0];
  assert.ok(id > 0 && Math.abs(time - Date.now() / 1000) < 60);
  assert.deepEqual(entry, {
    user_id: 7,
    username: 'Ann',
    ip: '192.0.2.9',
    request_id: 'request',
    content: 'made a user',
  });
});

test('entries are found by part of their content and by time', async () => {
  await note('raised 100% of _everything_');
  assert.equal((await root.get('/api/audit/?keyword=100%25')).data.total, 1);
  assert.equal((await root.get('/api/audit/?keyword=_EVERY')).data.total, 1);
  assert.equal((await root.get('/api/audit/?keyword=x%25g')).data.total, 0);
  assert.equal((await root.get('/api/audit/?end_timestamp=1000')).data.total, 0);
  assert.ok((await root.get('/api/audit/?start_timestamp=1000')).data.total > 0);
});

test('what is rolled back leaves no entry and no gap in the chain', async () => {
  await assert.rejects(
    testing.db.transaction().execute(async (trx) => {
      await writeLog(trx, logTypes.manage, actor, 'never happened');
      throw new Error('no');
    }),
  );
  await note('happened');
  assert.equal((await root.get('/api/audit/?keyword=never')).data.total, 0);
  assert.equal((await root.get('/api/audit/verify')).data.intact, true);
});

test('each hash covers its entry and the hash before, also under parallel writes', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, at) => note(`parallel "${at}" ü`)));
  const rows = await testing.db
    .selectFrom('audit_chain')
    .innerJoin('audit_log', 'audit_log.id', 'entry_id')
    .selectAll()
    .select(sql<string>`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('time'))
    .orderBy('position')
    .execute();
  let previous = Buffer.alloc(0);
  for (const [at, row] of rows.entries()) {
    const texts = [row.time, row.actor_id, row.actor, row.ip, row.request_id, row.content];
    const text = `[${[row.id, ...texts].map((value) => JSON.stringify(value)).join(', ')}]`;
    const hash = createHash('sha256').update(previous).update(text).digest();
    assert.deepEqual([row.position, row.hash.toString('hex')], [at + 1, hash.toString('hex')]);
    previous = hash;
  }
  const { data } = await root.get('/api/audit/verify');
  assert.deepEqual(data, { intact: true, entries: rows.length, first_broken: 0, head: previous.toString('hex') });
});

for (const change of [
  "UPDATE audit_log SET content = 'nothing'",
  'DELETE FROM audit_log',
  'TRUNCATE audit_log CASCADE',
  "UPDATE audit_chain SET hash = ''",
  'DELETE FROM audit_chain',
]) {
  test(`the database refuses: ${change}`, async () => {
    await assert.rejects(sql.raw(change).execute(testing.db), /only grows/);
  });
}

test('whoever gets around that is found out: which entry was changed, removed or slipped in', async () => {
  // Entries of the same moment may stand in the chain in another order than that of their ids.
  const links = await testing.db.selectFrom('audit_chain').select('entry_id').orderBy('position').execute();
  const half = Math.floor(links.length / 2);
  const middle = links[half]?.entry_id;
  const before = new Set([0, ...links.slice(0, half).map((link) => link.entry_id)]);
  const slippedIn = sql`
    INSERT INTO audit_log (actor_id, actor, ip, request_id, content) VALUES (1, 'a', '', '', 'slipped in')`;
  for (const tamper of [
    sql`UPDATE audit_log SET actor = 'somebody' WHERE id = ${middle}`,
    sql`UPDATE audit_log SET created_at = created_at + interval '1 microsecond' WHERE id = ${middle}`,
    sql`DELETE FROM audit_chain WHERE entry_id = ${middle}`,
    slippedIn,
  ]) {
    const trx = await testing.db.startTransaction().execute();
    // Triggers rest, as for the database's owner.
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    await tamper.execute(trx);
    const { firstBroken } = await verifyAudit(trx);
    await trx.rollback().execute();
    assert.ok(!before.has(firstBroken), `${firstBroken}`);
  }
  assert.equal((await root.get('/api/audit/verify')).data.intact, true);
});
