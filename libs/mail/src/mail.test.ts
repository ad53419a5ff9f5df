import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readOptions, readSecrets } from '@switchyard/contracts';
import { deriveKeys, generateSecret } from '@switchyard/crypto';
import { type Database, openDatabase } from '@switchyard/db';
import { testDatabase } from '@switchyard/testing';
import { type FakeMailServer, fakeMailServer } from '@switchyard/testing/third-parties/mail-server';
import { openMail, queueMail } from './queue.ts';
import { type MailServer, mailServer, sendMail } from './send.ts';

const { optionKey } = deriveKeys(generateSecret());
const letter = { to: 'ann@example.com', subject: 'Hello', text: 'A letter.' };
let fake: FakeMailServer;
let server: MailServer;
let db: Database;
let drop: () => Promise<void>;
before(async () => {
  fake = await fakeMailServer();
  const { account, password, port } = fake;
  server = { host: '127.0.0.1', port, secure: false, account, password, from: account };
  const database = await testDatabase();
  drop = database.drop;
  db = openDatabase({ url: database.url, applicationName: 'test' });
});
after(async () => {
  await fake.close();
  await db.destroy();
  await drop();
});

function serverOf(settings: Record<string, string>): MailServer | undefined {
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value }));
  return mailServer(readOptions(rows).options, readSecrets(rows, (_key, value) => value).secrets);
}

test('there is no server until it has an address and a sender', () => {
  assert.equal(serverOf({}), undefined);
  assert.equal(serverOf({ SMTPServer: 'mail.example.com' }), undefined);
  assert.equal(serverOf({ SMTPAccount: 'a@example.com' }), undefined);
  assert.deepEqual(serverOf({ SMTPServer: 'mail.example.com', SMTPAccount: 'a@example.com', SMTPToken: 'secret' }), {
    host: 'mail.example.com',
    port: 587,
    secure: false,
    account: 'a@example.com',
    password: 'secret',
    from: 'a@example.com',
  });
});

test('port 465 speaks TLS from the first byte, and the sender may differ from the account', () => {
  const settings = { SMTPServer: 'mail.example.com', SMTPAccount: 'login', SMTPFrom: 'b@example.com' };
  assert.equal(serverOf({ ...settings, SMTPPort: '465' })?.secure, true);
  assert.equal(serverOf({ ...settings, SMTPPort: '2465', SMTPSSLEnabled: 'true' })?.secure, true);
  assert.equal(serverOf(settings)?.from, 'b@example.com');
});

test('a mail goes to one recipient, whatever commas and line ends stand in the address', async () => {
  await sendMail(server, letter);
  assert.deepEqual(fake.mails.at(-1), {
    from: fake.account,
    to: ['ann@example.com'],
    subject: 'Hello',
    text: 'A letter.',
  });
  const count = fake.mails.length;
  for (const to of ['ann@example.com, eve@example.com', 'ann@example.com\r\nBcc: eve@example.com']) {
    await sendMail(server, { ...letter, to }).catch(() => {});
  }
  assert.ok(fake.mails.slice(count).every(({ to }) => to.length === 1 && to[0] !== 'eve@example.com'));
});

test('line ends in the subject make no header', async () => {
  await sendMail(server, { ...letter, subject: 'Hello\r\nBcc: eve@example.com' });
  assert.deepEqual(fake.mails.at(-1)?.to, ['ann@example.com']);
  assert.match(fake.mails.at(-1)?.subject ?? '', /^Hello/);
});

test('without TLS no password leaves this machine', async () => {
  fake.tried.length = 0;
  await assert.rejects(sendMail({ ...server, host: '127.0.0.2' }, letter));
  assert.deepEqual(fake.tried, []);
});

test('a refusal rejects', async () => {
  await assert.rejects(sendMail({ ...server, password: 'wrong' }, letter), { responseCode: 535 });
  await assert.rejects(sendMail({ ...server, port: 9 }, letter));
});

test('a queued mail is sealed and opens again', async () => {
  await queueMail(db, optionKey, letter);
  const row = await db.selectFrom('mails').select(['id', 'sealed']).executeTakeFirstOrThrow();
  assert.ok(!row.sealed.includes('ann@'));
  assert.deepEqual(openMail(optionKey, row), letter);
  assert.throws(() => openMail(optionKey, { ...row, id: crypto.randomUUID() }));
});
