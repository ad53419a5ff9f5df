import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { Capture } from '../../plans/capture.ts';
import { explain } from '../../plans/explain.ts';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { listBreaches, listDeadLetters } from './repository.ts';

let testing: TestConsole;
let admin: Visitor;
let root: Visitor;
let annId: number;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'boss', role: 10 });
  annId = await testing.addUser({ username: 'ann' });
  admin = await testing.signedIn('boss');
  await testing.addUser({ username: 'owner', role: 100 });
  root = await testing.signedIn('owner');
});
after(() => testing.close());

const foundAt = new Date('2026-11-20T10:00:00Z');
const resolvedAt = new Date('2026-11-20T11:00:00Z');
const unix = (time: Date) => time.getTime() / 1000;

test('books in which nothing happened are empty', async () => {
  assert.deepEqual((await admin.get('/api/books/')).data, { audited_at: 0, open_breaches: 0, dead_letters: 0 });
  for (const list of ['breaches', 'dead_letters', 'audits']) {
    const { data } = await admin.get(`/api/books/${list}`);
    assert.deepEqual(data, { items: [], page: 1, page_size: 10, total: 0 }, list);
  }
});

test('breaches say whose books do not add up and how; open ones come first', async () => {
  const breach = (invariant: string, detail: string) => ({ invariant, detail, user_id: annId, found_at: foundAt });
  await testing.db
    .insertInto('breaches')
    .values([
      breach('balance-is-journal', 'balance 7, journal 5'),
      { ...breach('used-is-consumed', 'used 1, journal 0'), resolved_at: resolvedAt },
    ])
    .execute();
  await testing.db.updateTable('accounts').set({ frozen: true }).where('user_id', '=', annId).execute();
  const { data } = await admin.get('/api/books/breaches?p=1&page_size=1');
  const [{ id, ...open }] = data.items;
  assert.ok(id > 0);
  assert.deepEqual([data.items.length, data.total], [1, 2]);
  assert.deepEqual(open, {
    invariant: 'balance-is-journal',
    user_id: annId,
    username: 'ann',
    detail: 'balance 7, journal 5',
    found_at: unix(foundAt),
    resolved_at: 0,
    frozen: true,
  });
  const { data: second } = await admin.get('/api/books/breaches?p=2&page_size=1');
  assert.deepEqual(
    [second.items[0].invariant, second.items[0].resolved_at, second.page],
    ['used-is-consumed', unix(resolvedAt), 2],
  );
  assert.equal((await admin.get('/api/books/')).data.open_breaches, 1);
});

test('a dead letter shows its event, but not where its caller wanted to hear of it', async () => {
  const letter = { subject: 'usage.recorded', reason: 'the user has no account', created_at: foundAt };
  const event = { id: 'request', task: { prompt: 'a "red" boat', notifyHook: 'https://a.example/?key="secret"' } };
  const long = JSON.stringify({ text: 'x'.repeat(20_000), notifyHook: 'https://a.example/?key=secret' });
  await testing.db
    .insertInto('dead_letters')
    .values([
      { ...letter, payload: JSON.stringify(event), user_id: annId },
      { ...letter, payload: '{"notifyHook": "https://a.example/?key=secret', user_id: 987_654 },
      { ...letter, payload: long, user_id: null },
    ])
    .execute();
  const { data } = await admin.get('/api/books/dead_letters');
  const [cut, broken, { id, ...whole }] = data.items;
  assert.ok(id > 0);
  assert.deepEqual(whole, {
    created_at: unix(foundAt),
    subject: 'usage.recorded',
    reason: 'the user has no account',
    user_id: annId,
    username: 'ann',
    state: 'open',
    dismissed_at: 0,
    dismissed_by: '',
    event: JSON.stringify({ ...event, task: { ...event.task, notifyHook: '…' } }),
  });
  assert.deepEqual([broken.event, broken.user_id, broken.username], ['{"notifyHook": "…"', 987_654, '']);
  assert.deepEqual([cut.event.length, cut.event.at(-1), cut.user_id], [10_001, '…', 0]);
  assert.equal((await admin.get('/api/books/')).data.dead_letters, 3);
});

test('root has a dead letter booked again, or dismisses it for good; each is in the audit log once', async () => {
  const letter = { subject: 'usage.recorded', reason: 'the user has no account', payload: '' };
  const [first, second] = await testing.db
    .insertInto('dead_letters')
    .values([
      { ...letter, payload: '{"first":1}' },
      { ...letter, payload: '{"second":2}' },
    ])
    .returning('id')
    .execute();
  assert.ok(first && second);
  const decide = (id: number, what: string, who = root) => who.post(`/api/books/dead_letters/${id}/${what}`);
  const shown = async (id: number) =>
    (await admin.get('/api/books/dead_letters')).data.items.find((item: { id: number }) => item.id === id);
  const open = async () => (await admin.get('/api/books/')).data.dead_letters;
  const before = await open();

  for (const what of ['book', 'dismiss']) assert.equal((await decide(first.id, what, admin)).success, false);
  const asked = await Promise.all([decide(first.id, 'book'), decide(first.id, 'book')]);
  assert.deepEqual(
    asked.map(({ success }) => success),
    [true, true],
  );
  assert.equal((await shown(first.id)).state, 'asked');
  assert.match((await decide(first.id, 'dismiss')).message, /is being booked/);

  await Promise.all([decide(second.id, 'dismiss'), decide(second.id, 'dismiss')]);
  const { state, dismissed_at: dismissedAt, dismissed_by: dismissedBy } = await shown(second.id);
  assert.deepEqual([state, dismissedBy], ['dismissed', 'owner']);
  assert.ok(Math.abs(dismissedAt - Date.now() / 1000) < 60);
  assert.match((await decide(second.id, 'book')).message, /was dismissed/);
  assert.equal(await open(), before - 1, 'dismissed ones are not counted');
  assert.equal((await admin.get('/api/books/dead_letters')).data.items.at(-1).id, second.id, 'and come last');

  assert.match((await decide(987_654, 'book')).message, /no such event here. If you saw it/);
  const entries = (await root.get('/api/audit/?keyword=dead%20letter')).data.items;
  assert.deepEqual(entries.map(({ content }: { content: string }) => content).sort(), [
    `Dismissed dead letter ${second.id}`,
    `Had dead letter ${first.id} booked again`,
  ]);
});

test('a page of breaches or dead letters reads its own rows, however many there are', async () => {
  const { db } = testing;
  await sql`
    INSERT INTO breaches (invariant, user_id, detail, resolved_at)
    SELECT 'used-is-consumed', ${annId}, n::text, now() FROM generate_series(1, 3000) AS n
  `.execute(db);
  await sql`
    INSERT INTO dead_letters (subject, payload, reason, user_id)
    SELECT 'usage.recorded', n::text, 'the user has no account', ${annId} FROM generate_series(1, 3000) AS n
  `.execute(db);
  await sql`ANALYZE breaches, dead_letters`.execute(db);
  const capture = new Capture();
  const page = { page: 1, size: 10, offset: 0 };
  for (const list of [listBreaches, listDeadLetters]) {
    await list(capture.view(db), page);
    const [rows] = capture.take(db);
    assert.ok(rows);
    const { scans } = await explain(db, rows);
    for (const { table, rowsRead } of scans) assert.ok(rowsRead <= 10 * page.size, `${table}: ${rowsRead} rows`);
  }
});

test('audits are listed, newest first', async () => {
  const run = { started_at: foundAt, finished_at: resolvedAt };
  await testing.db
    .insertInto('audit_runs')
    .values([
      { ...run, scope: 'all', users: 20, breaches: 1 },
      { ...run, scope: 'touched', users: 3, breaches: 0 },
    ])
    .execute();
  const { data } = await admin.get('/api/books/audits?page_size=1');
  const [{ id, ...newest }] = data.items;
  assert.ok(id > 0);
  assert.equal(data.total, 2);
  assert.deepEqual(newest, {
    scope: 'touched',
    started_at: unix(foundAt),
    finished_at: unix(resolvedAt),
    users: 3,
    breaches: 0,
  });
  assert.equal((await admin.get('/api/books/')).data.audited_at, unix(resolvedAt));
});
