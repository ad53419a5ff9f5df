import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Database, openDatabase } from '@switchyard/db';
import { testDatabase } from '@switchyard/testing';
import { type CodeSubject, isRightCode, issueEmailCode } from './email-code.ts';

const key = randomBytes(32);
const subject: CodeSubject = { purpose: 'register', owner: 'browser', address: 'ann@example.com' };
let db: Database;
let drop: () => Promise<void>;
before(async () => {
  const database = await testDatabase();
  drop = database.drop;
  db = openDatabase({ url: database.url, applicationName: 'test' });
});
after(async () => {
  await db.destroy();
  await drop();
});

const issue = () => db.transaction().execute((trx) => issueEmailCode(trx, key, subject));

test('a new code takes the place of the one before and brings new tries', async () => {
  const first = await issue();
  await db.updateTable('email_codes').set({ wrong_tries: 5 }).execute();
  let next = await issue();
  while (next === first) next = await issue();
  assert.equal(await isRightCode(db, key, subject, first), false);
  assert.equal(await isRightCode(db, key, subject, next), true);
});

for (const other of [
  { ...subject, purpose: 'bind' },
  { ...subject, owner: 'another browser' },
  { ...subject, address: 'ann2@example.com' },
] as const) {
  test(`a code serves nothing else: ${Object.values(other).join(', ')}`, async () => {
    const code = await issue();
    assert.equal(await isRightCode(db, key, other, code), false);
    assert.equal(await isRightCode(db, key, subject, code), true);
  });
}

test('the table holds neither codes nor addresses', async () => {
  const code = await issue();
  const rows = JSON.stringify(await db.selectFrom('email_codes').selectAll().execute());
  for (const secret of [code, 'ann@example.com', Buffer.from(code).toString('hex')]) {
    assert.ok(!rows.includes(`"${secret}"`));
  }
});

test('codes have six digits, also those that begin with zero', async () => {
  for (let index = 0; index < 30; index++) assert.match(await issue(), /^\d{6}$/);
});
