import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startChannelRun } from '@switchyard/db';
import { recoverChannelsJob } from '../jobs/recover-channels.ts';
import { refreshBalancesJob } from '../jobs/refresh-balances.ts';
import type { Ports } from '../ports.ts';
import { relayClient } from '../relay-client.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { type FakeRelay, fakeRelay } from '../testing/fake-relay.ts';
import { testPorts } from '../testing/ports.ts';
import { until } from '../testing/until.ts';
import { runChannels, takeStep } from './run-channels.ts';
import type { RunPorts } from './visit.ts';

const well = { success: true, refused: false, message: '', timeMs: 120, model: 'gpt-6-sol' };
const refused = { success: false, refused: true, message: 'Incorrect API key', timeMs: 80, model: 'gpt-6-sol' };
const down = { success: false, refused: false, message: 'The upstream could not be reached', timeMs: 9, model: '' };

let books: Books;
let ports: Ports & RunPorts & { close(): Promise<void> };
let relay: FakeRelay;
before(async () => {
  books = await testBooks();
  relay = await fakeRelay('token');
  ports = { ...(await testPorts(books, 'single node')), relay: relayClient(relay.url, 'token') };
});
after(async () => {
  await ports.close();
  await relay.close();
  await books.close();
});
beforeEach(async () => {
  for (const table of ['channel_runs', 'channels', 'usage_log', 'options'] as const) {
    await books.db.deleteFrom(table).execute();
  }
  relay.tested.length = 0;
  relay.test = () => well;
  relay.balance = () => undefined;
  await setOptions({ AutomaticDisableChannelEnabled: 'true', AutomaticEnableChannelEnabled: 'true' });
});

const steps = new AbortController();
/** Works off what there is. */
async function workOff(): Promise<void> {
  while (await takeStep(ports, steps.signal));
}

async function setOptions(options: Record<string, string>): Promise<void> {
  const rows = Object.entries(options).map(([key, value]) => ({ key, value }));
  await books.db
    .insertInto('options')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doUpdateSet((on) => ({ value: on.ref('excluded.value') })))
    .execute();
}

async function channel(status = 1): Promise<number> {
  const id = await books.channel();
  await books.db.updateTable('channels').set({ status }).where('id', '=', id).execute();
  return id;
}

async function statusOf(id: number) {
  return books.db
    .selectFrom('channels')
    .select(['status', 'status_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

const runs = () => books.db.selectFrom('channel_runs').selectAll().orderBy('id').execute();

test('a test visits every channel that no person switched off, once, and keeps how it went', async () => {
  const [first, , off] = [await channel(), await channel(2), await channel(3)];
  assert.equal(await startChannelRun(books.db, 'test'), 2);
  relay.test = ({ channelId }) => (channelId === first ? well : down);
  await workOff();
  assert.deepEqual(relay.tested, [{ channelId: first }, { channelId: off }]);
  const [run] = await runs();
  assert.deepEqual([run?.total, run?.done, run?.failed, run?.current_channel_id], [2, 2, 1, null]);
  assert.ok(run?.finished_at);
  const row = await books.db.selectFrom('channels').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
  assert.equal(row.response_time_ms, 120);
  assert.ok(row.tested_at);
  const logs = await books.db.selectFrom('usage_log').select(['type', 'channel_id', 'content']).orderBy('id').execute();
  assert.deepEqual(logs[0], {
    type: 4,
    channel_id: first,
    content: `Test of channel upstream (${first}), gpt-6-sol: answered in 120 ms`,
  });
});

test('only one run of a kind is under way, however many ask at once', async () => {
  await channel();
  const answers = await Promise.all(Array.from({ length: 20 }, () => startChannelRun(books.db, 'test')));
  assert.deepEqual(answers.filter(Boolean), [1]);
  assert.equal(await startChannelRun(books.db, 'balance'), 1);
  await workOff();
  assert.equal(await startChannelRun(books.db, 'test'), 1);
});

test('instances share a run and visit no channel twice; one that died is followed by another', async () => {
  const ids = [await channel(), await channel(), await channel(), await channel(), await channel()];
  await startChannelRun(books.db, 'test');
  // As a process leaves it that was killed in the middle of the first visit.
  await books.db
    .updateTable('channel_runs')
    .set({ held_until: new Date(Date.now() + 60_000) })
    .execute();
  assert.equal(await takeStep(ports, steps.signal), false);
  await books.db
    .updateTable('channel_runs')
    .set({ held_until: new Date(Date.now() - 1) })
    .execute();
  const instances = [runChannels(ports), runChannels(ports), runChannels(ports)];
  await until(async () => (await runs())[0]?.finished_at != null);
  for (const instance of instances) await instance.stop();
  assert.deepEqual(
    relay.tested.map(({ channelId }) => channelId),
    ids,
  );
});

test('a process that is told to stop leaves the channel to the next one', async () => {
  const id = await channel();
  await startChannelRun(books.db, 'test');
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  relay.test = () => {
    resolve();
    return new Promise(() => {});
  };
  const instance = runChannels(ports);
  await asked;
  await instance.stop();
  assert.equal((await runs())[0]?.done, 0);
  relay.test = () => well;
  await workOff();
  assert.deepEqual(relay.tested, [{ channelId: id }, { channelId: id }]);
  assert.equal((await runs())[0]?.done, 1);
});

test('a relay that is not there is waited for', async () => {
  await channel();
  await startChannelRun(books.db, 'test');
  const nowhere = { ...ports, relay: relayClient('http://127.0.0.1:1', 'token') };
  await assert.rejects(takeStep(nowhere, steps.signal));
  assert.equal((await runs())[0]?.done, 0);
  await workOff();
  assert.deepEqual([(await runs())[0]?.done, (await runs())[0]?.failed], [1, 0]);
});

test('a refused key switches the channel off; an upstream that is down or an option that is off does not', async () => {
  const id = await channel();
  const run = async (result: object) => {
    relay.test = () => result;
    await startChannelRun(books.db, 'test');
    await workOff();
    return statusOf(id);
  };
  assert.equal((await run(down)).status, 1);
  await setOptions({ AutomaticDisableChannelEnabled: 'false' });
  assert.equal((await run(refused)).status, 1);
  await setOptions({ AutomaticDisableChannelEnabled: 'true' });
  assert.deepEqual(await run(refused), { status: 3, status_reason: 'its test was refused: Incorrect API key' });
  await setOptions({ AutomaticEnableChannelEnabled: 'false' });
  assert.equal((await run(well)).status, 3);
  await setOptions({ AutomaticEnableChannelEnabled: 'true' });
  assert.deepEqual(await run(well), { status: 1, status_reason: '' });
});

test('a channel slower than ChannelDisableThreshold is switched off, unless that is 0', async () => {
  const id = await channel();
  relay.test = () => ({ ...well, timeMs: 2_500 });
  for (const [threshold, status] of [
    ['0', 1],
    ['3', 1],
    ['2', 3],
  ] as const) {
    await setOptions({ ChannelDisableThreshold: threshold });
    await startChannelRun(books.db, 'test');
    await workOff();
    assert.equal((await statusOf(id)).status, status);
  }
  assert.equal((await statusOf(id)).status_reason, 'its test took 2.5 s, and 2 s are allowed');
  assert.equal((await runs())[0]?.failed, 1);
});

test('each key is tested by itself, and the refused one goes off', async () => {
  const id = await channel();
  const [good, bad, byHand] = [await books.channelKey(id), await books.channelKey(id), await books.channelKey(id)];
  await books.db.updateTable('channel_keys').set({ status: 2 }).where('id', '=', byHand).execute();
  relay.test = ({ keyId }) => (keyId === bad ? refused : well);
  await startChannelRun(books.db, 'test');
  await workOff();
  assert.deepEqual(relay.tested, [
    { channelId: id, keyId: good },
    { channelId: id, keyId: bad },
  ]);
  assert.equal((await statusOf(id)).status, 1);
  const keys = await books.db.selectFrom('channel_keys').select(['id', 'status']).orderBy('id').execute();
  assert.deepEqual(keys, [
    { id: good, status: 1 },
    { id: bad, status: 3 },
    { id: byHand, status: 2 },
  ]);
});

test('a slow key goes off by itself, and its channel with the last of them', async () => {
  const id = await channel();
  const [quick, slow] = [await books.channelKey(id), await books.channelKey(id)];
  const run = async (isSlow: (keyId: number | undefined) => boolean) => {
    relay.test = ({ keyId }) => (isSlow(keyId) ? { ...well, timeMs: 6_000 } : well);
    await startChannelRun(books.db, 'test');
    await workOff();
    const keys = await books.db.selectFrom('channel_keys').select(['id', 'status']).orderBy('id').execute();
    return [(await statusOf(id)).status, ...keys];
  };
  const announced = async () => {
    const rows = await books.db.selectFrom('usage_log').select('content').orderBy('id').execute();
    return rows.flatMap(({ content }) => (content.includes('was switched') ? [content] : []));
  };
  const oneOff = [1, { id: quick, status: 1 }, { id: slow, status: 3 }];
  assert.deepEqual(await run((keyId) => keyId === slow), oneOff);
  assert.deepEqual(await announced(), [
    `Key sk-… of channel upstream (${id}) was switched off: its test took 6 s, and 5 s are allowed`,
  ]);
  assert.deepEqual(await run((keyId) => keyId === slow), oneOff);
  assert.equal((await announced()).length, 1);
  assert.deepEqual(await run(() => true), [3, { id: quick, status: 3 }, { id: slow, status: 3 }]);
  assert.match((await statusOf(id)).status_reason, /^its last key was switched off: its test took 6 s/);
});

test('what the system switched off, keys too, is tested again by a job and comes back without a log of every try', async () => {
  const [off, keyed] = [await channel(3), await channel()];
  await channel();
  const [on, lost] = [await books.channelKey(keyed), await books.channelKey(keyed)];
  await books.db.updateTable('channel_keys').set({ status: 3 }).where('id', '=', lost).execute();
  const job = recoverChannelsJob(ports);
  relay.test = () => down;
  await job.run();
  await workOff();
  assert.deepEqual(relay.tested, [{ channelId: off }, { channelId: keyed, keyId: lost }]);
  assert.deepEqual(await books.db.selectFrom('usage_log').selectAll().execute(), []);
  relay.test = () => well;
  await job.run();
  await workOff();
  assert.equal((await statusOf(off)).status, 1);
  const keys = await books.db.selectFrom('channel_keys').select('status').where('id', 'in', [on, lost]).execute();
  assert.deepEqual(keys, [{ status: 1 }, { status: 1 }]);
  await books.db.updateTable('channels').set({ status: 3 }).where('id', '=', keyed).execute();
  await job.run();
  await workOff();
  assert.equal((await statusOf(keyed)).status, 1, 'it was switched off itself, not by its keys');
  await setOptions({ AutomaticEnableChannelEnabled: 'false' });
  await channel(3);
  await job.run();
  assert.equal((await runs()).filter(({ finished_at: finished }) => finished === null).length, 0);
});

test('a channel without money is not tried again before it has some', async () => {
  const id = await channel(3);
  const holds = async (balance: string) => {
    relay.balance = () => ({ amount: balance, currency: 'USD' });
    await refreshBalancesJob(ports).run();
    await recoverChannelsJob(ports).run();
    await workOff();
    await recoverChannelsJob(ports).run();
    await workOff();
    return (await statusOf(id)).status;
  };
  assert.equal(await holds('-1'), 3);
  assert.equal(await holds('5'), 1);
});

test('balances are kept in their currency; an account that is used up switches its channel off', async () => {
  const [rich, poor, silent] = [await channel(), await channel(), await channel()];
  relay.balance = (id) =>
    id === rich
      ? { amount: '12.345678', currency: 'CNY' }
      : id === poor
        ? { amount: '0.00', currency: 'USD' }
        : undefined;
  await refreshBalancesJob(ports).run();
  await workOff();
  const rows = await books.db.selectFrom('channels').select(['balance', 'balance_currency']).orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ balance, balance_currency: currency }) => `${balance} ${currency}`),
    ['12.345678 CNY', '0 USD', '0 USD'],
  );
  assert.deepEqual(await statusOf(poor), { status: 3, status_reason: 'its balance is used up (0.00 USD)' });
  assert.equal((await statusOf(silent)).status, 1);
  assert.deepEqual([(await runs())[0]?.done, (await runs())[0]?.failed], [3, 2]);
});
