import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sealOption } from '@switchyard/crypto';
import { queueMail } from '@switchyard/mail';
import { freePort } from '@switchyard/testing';
import { type FakeMailServer, fakeMailServer } from '@switchyard/testing/third-parties/mail-server';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { until } from '../testing/until.ts';
import { runMails, sendBatch } from './run-mails.ts';

let books: Books;
let ports: Ports & { close(): Promise<void> };
let server: FakeMailServer | undefined;
let warnings: object[];
before(async () => {
  books = await testBooks();
  ports = await testPorts(books, 'single node');
  const log = Object.assign(Object.create(ports.log), { warn: (fields: object) => warnings.push(fields) });
  ports = { ...ports, log };
});
beforeEach(() => {
  warnings = [];
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await books.db.deleteFrom('mails').execute();
  await books.db.deleteFrom('options').execute();
});
after(async () => {
  await ports.close();
  await books.close();
});

const letter = (to: string) => ({ to, subject: 'A code', text: 'Your code is 123456.' });
const queue = (to: string, usefulMinutes?: number) => queueMail(books.db, ports.optionKey, letter(to), usefulMinutes);
const waiting = () => books.db.selectFrom('mails').selectAll().execute();
const dueNow = () => sql`UPDATE mails SET due_at = now()`.execute(books.db);

async function setUp(port: number, account: string, password: string): Promise<void> {
  const options = { SMTPServer: '127.0.0.1', SMTPPort: String(port), SMTPAccount: account };
  const sealed = sealOption(ports.optionKey, 'SMTPToken', password);
  const rows = Object.entries({ ...options, SMTPToken: sealed }).map(([key, value]) => ({ key, value }));
  await books.db.insertInto('options').values(rows).execute();
}

async function startServer(port = 0): Promise<FakeMailServer> {
  server = await fakeMailServer(port);
  return server;
}

test('a queued mail reaches its recipient as it was written, and is gone from the queue', async () => {
  const { port, account, password, mails } = await startServer();
  await setUp(port, account, password);
  const long = `https://gateway.example.com/user/reset?token=${'x'.repeat(120)}`;
  await queueMail(books.db, ports.optionKey, { to: 'ann@example.com', subject: 'Résumé', text: `Grüße,\n\n${long}` });
  assert.equal(await sendBatch(ports), 1);
  assert.equal(mails.length, 1);
  assert.deepEqual(mails[0]?.to, ['ann@example.com']);
  assert.equal(mails[0]?.from, account);
  assert.equal(mails[0]?.text, `Grüße,\n\n${long}`);
  assert.deepEqual(await waiting(), []);
});

test('what waits in the database cannot be read there', async () => {
  await queue('ann@example.com');
  const [row] = await waiting();
  assert.doesNotMatch(JSON.stringify(row), /123456|ann@/);
});

test('while the server is down mails wait, and are sent when it is back', async () => {
  const port = await freePort();
  await setUp(port, 'gateway@mail.example', 'canary-smtp-password');
  await queue('ann@example.com');
  await sendBatch(ports);
  const [row] = await waiting();
  assert.equal(row?.attempts, 1);
  assert.ok(row.due_at > new Date());
  assert.equal(await sendBatch(ports), 0, 'not before it is due again');
  await startServer(port);
  await dueNow();
  const running = runMails(ports);
  await until(() => server?.mails.length === 1);
  await until(async () => (await waiting()).length === 0);
  await running.stop();
});

test('a wrong password for the server keeps mails, and is told without secrets', async () => {
  const { port, account } = await startServer();
  await setUp(port, account, 'canary-wrong-password');
  await queue('ann@example.com');
  await sendBatch(ports);
  assert.equal((await waiting()).length, 1);
  assert.match(JSON.stringify(warnings), /535/);
  assert.doesNotMatch(JSON.stringify(warnings), /canary|123456|ann@/);
});

test('a recipient that the server does not know is not tried again', async () => {
  const { port, account, password, unknown, mails } = await startServer();
  unknown.add('gone@example.com');
  await setUp(port, account, password);
  await queue('gone@example.com');
  await queue('ann@example.com');
  await sendBatch(ports);
  assert.deepEqual(
    mails.map(({ to }) => to),
    [['ann@example.com']],
  );
  assert.deepEqual(await waiting(), []);
  assert.doesNotMatch(JSON.stringify(warnings), /gone@/);
});

test('two instances send each mail once', async () => {
  const { port, account, password, mails } = await startServer();
  await setUp(port, account, password);
  const people = Array.from({ length: 23 }, (_, index) => `person${index}@example.com`);
  for (const person of people) await queue(person);
  const instances = [runMails(ports), runMails(ports)];
  await until(async () => (await waiting()).length === 0);
  await Promise.all(instances.map((instance) => instance.stop()));
  assert.deepEqual(mails.flatMap(({ to }) => to).sort(), people.sort());
});

test('without a server mails wait, and are given up when they are of no more use', async () => {
  await queue('ann@example.com');
  await queue('bob@example.com', 3);
  assert.equal(await sendBatch(ports), 0);
  assert.equal((await waiting()).length, 2);
  assert.deepEqual(warnings, []);
  await sql`UPDATE mails SET give_up_at = give_up_at - interval '4 minutes'`.execute(books.db);
  await sendBatch(ports);
  const left = await waiting();
  assert.equal(left.length, 1);
  assert.equal(warnings.length, 1);
  await sql`UPDATE mails SET give_up_at = give_up_at - interval '1 day'`.execute(books.db);
  await sendBatch(ports);
  assert.deepEqual(await waiting(), []);
});
