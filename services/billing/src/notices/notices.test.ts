import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { readOptions } from '@switchyard/contracts';
import { sealNotifySecret, sealOption } from '@switchyard/crypto';
import { parseCidrs } from '@switchyard/http';
import { openMail } from '@switchyard/mail';
import { type FakeFetchWorker, fakeFetchWorker } from '@switchyard/testing/third-parties/fetch-worker';
import {
  type FakeWebhookReceiver,
  fakeWebhookReceiver,
  signNotice,
} from '@switchyard/testing/third-parties/webhook-receiver';
import { sql } from 'kysely';
import { settle } from '../ledger/settle.ts';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { until } from '../testing/until.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { deliverBatch, runWebhooks, type WebhookPorts } from './run-webhooks.ts';
import { warnOfLowQuota } from './warn-of-low-quota.ts';

const loopback = parseCidrs('127.0.0.0/8');
const { options } = readOptions([
  { key: 'QuotaRemindThreshold', value: '1000' },
  { key: 'ServerAddress', value: 'https://gateway.example.com' },
]);

let books: Books;
let ports: Ports & WebhookPorts & { close(): Promise<void> };
let receiver: FakeWebhookReceiver;
before(async () => {
  books = await testBooks();
  ports = { ...(await testPorts(books, 'single node')), allowedHooks: loopback, upstreamAllow: loopback };
  receiver = await fakeWebhookReceiver();
});
beforeEach(async () => {
  for (const table of ['mails', 'webhook_deliveries', 'quota_warnings', 'options'] as const)
    await books.db.deleteFrom(table).execute();
  await sql`UPDATE accounts SET changed_at = now() - interval '1 hour'`.execute(books.db);
  await books.db.updateTable('users').set({ email: null }).execute();
  Object.assign(receiver, { calls: 0, status: 204 });
  receiver.notices.length = 0;
});
after(async () => {
  await receiver.close();
  await ports.close();
  await books.close();
});

interface Wishes {
  readonly email?: string;
  readonly notify_email?: boolean;
  readonly notify_webhook?: string;
  readonly quota_warning_threshold?: number | null;
}

/** A user with these wishes who has spent all but `left`. */
async function spentUser(left: number, { email, ...wishes }: Wishes): Promise<number> {
  const userId = await books.user(10_000);
  const notify_secret = sealNotifySecret(ports.optionKey, userId, receiver.secret);
  await books.db
    .updateTable('users')
    .set({ ...wishes, email: email ?? null, notify_secret })
    .where('id', '=', userId)
    .execute();
  const tokenId = await books.token(userId, 10_000);
  await settle(books.db, [received(usageEvent({ userId, tokenId, charge: 10_000 - left }))]);
  return userId;
}

async function mails() {
  const rows = await books.db.selectFrom('mails').selectAll().execute();
  return rows.map((row) => openMail(ports.optionKey, row));
}

function deliveries() {
  return books.db.selectFrom('webhook_deliveries').selectAll().execute();
}

const dueNow = () => sql`UPDATE webhook_deliveries SET due_at = now()`.execute(books.db);

test('a user whose balance falls below the threshold is told by mail, once in two hours', async () => {
  await spentUser(900, { email: 'ann@example.com' });
  assert.equal(await warnOfLowQuota(ports, options), 1);
  assert.equal(await warnOfLowQuota(ports, options), 0);
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.equal(mail?.to, 'ann@example.com');
  assert.match(mail?.text ?? '', /0\.0018 USD.*0\.0020 USD.*https:\/\/gateway\.example\.com\/topup/s);
  await sql`UPDATE quota_warnings SET warned_at = now() - interval '2 hours'`.execute(books.db);
  assert.equal(await warnOfLowQuota(ports, options), 1);
  assert.equal((await mails()).length, 2);
});

test('instances that look at once tell a user once', async () => {
  for (const name of ['ann', 'bob', 'cid']) await spentUser(5, { email: `${name}@example.com` });
  const told = await Promise.all(Array.from({ length: 4 }, () => warnOfLowQuota(ports, options)));
  assert.equal(
    told.reduce((sum, count) => sum + count, 0),
    3,
  );
  assert.deepEqual((await mails()).map(({ to }) => to).sort(), [
    'ann@example.com',
    'bob@example.com',
    'cid@example.com',
  ]);
});

for (const [why, left, wishes] of [
  ['has enough', 1_000, { email: 'x@example.com' }],
  ['has set a lower threshold', 900, { email: 'x@example.com', quota_warning_threshold: 800 }],
  ['wants no notices', -50, { email: 'x@example.com', quota_warning_threshold: 0 }],
  ['wants no mail', 5, { email: 'x@example.com', notify_email: false }],
  ['has no address', 5, {}],
] as const) {
  test(`nobody is told who ${why}`, async () => {
    await spentUser(left, wishes);
    assert.equal(await warnOfLowQuota(ports, options), 0);
    assert.deepEqual(await mails(), []);
  });
}

test('a user with a higher threshold is told by it', async () => {
  await spentUser(5_000, { email: 'ann@example.com', quota_warning_threshold: 5_001 });
  assert.equal(await warnOfLowQuota(ports, options), 1);
});

test('somebody who has spent nothing is not told, nor somebody whose account rests', async () => {
  const idle = await books.user(5);
  await books.db.updateTable('users').set({ email: 'new@example.com' }).where('id', '=', idle).execute();
  const resting = await spentUser(5, { email: 'old@example.com' });
  await sql`UPDATE accounts SET changed_at = now() - interval '11 minutes' WHERE user_id = ${resting}`.execute(
    books.db,
  );
  assert.equal(await warnOfLowQuota(ports, options), 0);
});

test('a webhook gets a signed notice, and mail is not needed for it', async () => {
  const userId = await spentUser(250, { notify_webhook: receiver.url });
  assert.equal(await warnOfLowQuota(ports, options), 1);
  assert.equal(await deliverBatch(ports), 1);
  const [notice] = receiver.notices;
  assert.ok(notice);
  const { type, timestamp, data } = notice.content as { type: string; timestamp: string; data: object };
  assert.equal(type, 'quota.low');
  assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
  assert.deepEqual(data, { user_id: userId, quota: 250, threshold: 1000 });
  assert.deepEqual(await deliveries(), []);
});

test('a webhook that fails is called again later with the same id, until it takes the notice', async () => {
  await spentUser(250, { notify_webhook: receiver.url });
  await warnOfLowQuota(ports, options);
  for (const status of [500, 302]) {
    receiver.status = status;
    await dueNow();
    assert.equal(await deliverBatch(ports), 1);
    assert.equal(await deliverBatch(ports), 0, 'not before it is due again');
  }
  receiver.status = 200;
  await dueNow();
  const running = runWebhooks(ports);
  await until(async () => (await deliveries()).length === 0);
  await running.stop();
  assert.equal(receiver.calls, 3);
  assert.equal(new Set(receiver.notices.map(({ id }) => id)).size, 1);
});

test('a webhook that never answers well is given up after seven tries, one that is gone after the first', async () => {
  await spentUser(250, { notify_webhook: receiver.url });
  await warnOfLowQuota(ports, options);
  receiver.status = 503;
  for (let tries = 0; tries < 10; tries++) {
    await dueNow();
    await deliverBatch(ports);
  }
  assert.equal(receiver.calls, 7);
  await spentUser(250, { notify_webhook: receiver.url });
  await warnOfLowQuota(ports, options);
  receiver.status = 410;
  await deliverBatch(ports);
  assert.deepEqual(await deliveries(), []);
});

test('instances that look at once deliver each notice once', async () => {
  for (let user = 0; user < 12; user++) await spentUser(250, { notify_webhook: receiver.url });
  await warnOfLowQuota(ports, options);
  await Promise.all(Array.from({ length: 8 }, () => deliverBatch(ports)));
  assert.equal(receiver.calls, 12);
  assert.deepEqual(await deliveries(), []);
});

test('a webhook that was taken away, or whose address is not public, is not called', async () => {
  const userId = await spentUser(250, { notify_webhook: receiver.url });
  await warnOfLowQuota(ports, options);
  await deliverBatch({ ...ports, allowedHooks: parseCidrs('') });
  assert.equal((await deliveries()).length, 1);
  await books.db.updateTable('users').set({ notify_webhook: '' }).where('id', '=', userId).execute();
  await dueNow();
  await deliverBatch(ports);
  assert.deepEqual(await deliveries(), []);
  assert.equal(receiver.calls, 0);
});

test('with a worker it is the worker that calls, and the signature still holds', async () => {
  const worker: FakeFetchWorker = await fakeFetchWorker();
  const sealed = sealOption(ports.optionKey, 'WorkerValidKey', worker.key);
  await books.db
    .insertInto('options')
    .values([
      { key: 'WorkerUrl', value: worker.url },
      { key: 'WorkerValidKey', value: sealed },
    ])
    .execute();
  await spentUser(250, { notify_webhook: 'https://1.1.1.1/hook' });
  await warnOfLowQuota(ports, options);
  await deliverBatch({ ...ports, allowedHooks: parseCidrs('') });
  await worker.close();
  const [order] = worker.orders;
  assert.deepEqual([order?.url, order?.method], ['https://1.1.1.1/hook', 'POST']);
  const {
    'webhook-id': id = '',
    'webhook-timestamp': time = '',
    'webhook-signature': signature,
  } = order?.headers ?? {};
  assert.equal(signature, signNotice(receiver.secret, id, time, order?.body ?? ''));
  assert.deepEqual(await deliveries(), []);
});
