import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openMail } from '@switchyard/mail';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { switchChannel } from './switch-channel.ts';

let books: Books;
let ports: Ports & { close(): Promise<void> };
let channelId: number;
before(async () => {
  books = await testBooks();
  ports = await testPorts(books, 'single node');
  await books.db
    .insertInto('options')
    .values([
      { key: 'AutomaticDisableChannelEnabled', value: 'true' },
      { key: 'AutomaticEnableChannelEnabled', value: 'true' },
      { key: 'ServerAddress', value: 'https://example.org' },
    ])
    .execute();
});
after(async () => {
  await ports.close();
  await books.close();
});
beforeEach(async () => {
  await books.db.deleteFrom('mails').execute();
  channelId = await books.channel();
});

const off = (keyId?: number) =>
  switchChannel(ports, { channelId, keyId, enable: false, model: '', reason: 'no money' });
const on = (keyId?: number) =>
  switchChannel(ports, { channelId, keyId, enable: true, model: '', reason: 'well again' });

async function status() {
  const row = books.db.selectFrom('channels').select(['status', 'status_reason']).where('id', '=', channelId);
  return row.executeTakeFirstOrThrow();
}

async function keyStatus(id: number): Promise<number> {
  const row = books.db.selectFrom('channel_keys').select('status').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).status;
}

test('the last key that goes off takes the channel with it, and any that comes back brings it back', async () => {
  const [first, second] = [await books.channelKey(channelId), await books.channelKey(channelId)];
  await off(first);
  assert.deepEqual(await status(), { status: 1, status_reason: '' });
  await off(second);
  assert.deepEqual(await status(), { status: 3, status_reason: 'its last key was switched off: no money' });
  await on(first);
  assert.deepEqual(await status(), { status: 1, status_reason: '' });
  assert.deepEqual([await keyStatus(first), await keyStatus(second)], [1, 3]);
});

test('the last keys refused at once still switch the channel off', async () => {
  for (let round = 0; round < 10; round++) {
    channelId = await books.channel();
    const keys = await Promise.all(Array.from({ length: 6 }, () => books.channelKey(channelId)));
    await Promise.all(keys.map((key) => off(key)));
    assert.equal((await status()).status, 3);
  }
});

test('a key that a person switched off stays off, and a key of another channel is not touched', async () => {
  const [own, foreign] = [await books.channelKey(channelId), await books.channelKey(await books.channel())];
  await off(foreign);
  assert.equal(await keyStatus(foreign), 1);
  await books.db.updateTable('channel_keys').set({ status: 2 }).where('id', '=', own).execute();
  await off(own);
  await on(own);
  assert.equal(await keyStatus(own), 2);
});

test('a channel that opted out keeps its keys on', async () => {
  const key = await books.channelKey(channelId);
  await books.db.updateTable('channels').set({ auto_ban: false }).where('id', '=', channelId).execute();
  await off(key);
  assert.equal(await keyStatus(key), 1);
});

test('administrators with an address are written to, once in an hour for each channel', async () => {
  for (const [role, email] of [
    [100, 'root@example.org'],
    [10, 'admin@example.org'],
    [10, null],
    [1, 'user@example.org'],
  ] as const) {
    await books.db
      .insertInto('users')
      .values({ username: `${email}`, email, role })
      .execute();
  }
  for (let times = 0; times < 2; times++) {
    await off();
    await on();
  }
  const rows = await books.db.selectFrom('mails').select(['id', 'sealed']).execute();
  const mails = rows.map((row) => openMail(ports.optionKey, row));
  assert.deepEqual(mails.map(({ to }) => to).sort(), ['admin@example.org', 'root@example.org']);
  assert.equal(mails[0]?.subject, 'Switchyard: channel upstream was switched off');
  assert.equal(
    mails[0]?.text,
    `Channel upstream (${channelId}) was switched off: no money\n\nhttps://example.org/channel/edit/${channelId}`,
  );
});
