import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { SubmittedTask, TaskReport, UsageEvent } from '@switchyard/contracts';
import { notices } from '@switchyard/contracts';
import { sql } from 'kysely';
import { examine } from '../audit/examine.ts';
import { bookInvariants } from '../audit/invariants.ts';
import { readFigures } from '../ledger/figures.ts';
import { settle } from '../ledger/settle.ts';
import { publishBatch } from '../outbox.ts';
import type { Ports } from '../ports.ts';
import { relayClient } from '../relay-client.ts';
import { waysToRun } from '../testing/adapters.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { type FakeRelay, fakeRelay } from '../testing/fake-relay.ts';
import { testPorts } from '../testing/ports.ts';
import { until } from '../testing/until.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { listenToTaskHints } from './hints.ts';
import { type PollPorts, pollTasks, pollUnfinished } from './poll.ts';

const internalToken = 'internal';
const hourMs = 3_600_000;

for (const way of waysToRun) {
  describe(way, () => {
    let books: Books;
    let relay: FakeRelay;
    let ports: Ports & PollPorts & { close(): Promise<void> };
    before(async () => {
      books = await testBooks();
      relay = await fakeRelay(internalToken);
      ports = Object.assign(await testPorts(books, way), { relay: relayClient(relay.url, internalToken) });
    });
    after(async () => {
      await ports.close();
      await relay.close();
      await books.close();
    });
    beforeEach(async () => {
      relay.polls.length = 0;
      await sql`DELETE FROM tasks`.execute(books.db);
    });

    const customer = async () => {
      const userId = await books.user();
      return { userId, tokenId: await books.token(userId), channelId: await books.channel() };
    };
    type Customer = Awaited<ReturnType<typeof customer>>;

    const settleAll = (...events: UsageEvent[]) => settle(books.db, events.map(received));
    const submit = async (who: Customer, task: Partial<SubmittedTask> = {}, fields: Partial<UsageEvent> = {}) => {
      const event = submission(who, task, fields);
      await settleAll(event);
      return event;
    };
    const answerAll = (report: Omit<TaskReport, 'taskId'>) => {
      relay.answer = ({ taskIds }) => ({ lost: false, reports: taskIds.map((taskId) => ({ taskId, ...report })) });
    };
    const rows = (userId: number) =>
      books.db.selectFrom('tasks').selectAll().where('user_id', '=', userId).orderBy('id').execute();
    const figures = async ({ userId, tokenId, channelId }: Customer) => {
      const of = async (table: 'accounts' | 'tokens' | 'channels', column: 'user_id' | 'id', id: number) => {
        const { rows } = await sql<Record<string, number>>`
          SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id}`.execute(books.db);
        return rows[0] ?? {};
      };
      const [account, token, channel] = [
        await of('accounts', 'user_id', userId),
        await of('tokens', 'id', tokenId),
        await of('channels', 'id', channelId),
      ];
      const { rows: hours } = await sql<{ quota: number }>`
        SELECT sum(quota) AS quota FROM usage_hourly WHERE user_id = ${userId}`.execute(books.db);
      return {
        balance: account.balance,
        used: account.used_quota,
        requests: account.request_count,
        tokenRemain: token.remain_quota,
        tokenUsed: token.used_quota,
        channelUsed: channel.used_quota,
        hourly: hours[0]?.quota,
      };
    };
    const untouched = {
      balance: 1_000_000,
      used: 0,
      requests: 1,
      tokenRemain: 1_000_000,
      tokenUsed: 0,
      channelUsed: 0,
      hourly: 0,
    };
    const spent = (quota: number) => ({
      balance: 1_000_000 - quota,
      used: quota,
      requests: 1,
      tokenRemain: 1_000_000 - quota,
      tokenUsed: quota,
      channelUsed: quota,
      hourly: quota,
    });
    const assertBooksAddUp = async () => {
      const { rows } = await sql<{ user_id: number }>`SELECT user_id FROM accounts`.execute(books.db);
      const subjects = { userIds: rows.map((row) => row.user_id) };
      for (const { invariant, findings } of await examine(ports, bookInvariants, subjects)) {
        assert.deepEqual(findings, [], invariant.name);
      }
    };

    test('a submitted task is stored once, with the charge, however often its event comes', async () => {
      const who = await customer();
      const event = submission(who);
      await settleAll(event, event);
      await settleAll(event);
      const [task, ...others] = await rows(who.userId);
      assert.deepEqual(others, []);
      assert.equal(task?.request_id, event.id);
      assert.deepEqual(
        [task?.task_id, task?.quota, task?.status, task?.progress, task?.channel_id],
        ['t1', 50_000, 'SUBMITTED', '0%', who.channelId],
      );
      assert.deepEqual(await figures(who), spent(50_000));
      await assertBooksAddUp();
    });

    test('tasks of two keys of a channel are asked about apart, each with the key that began it', async () => {
      const who = await customer();
      for (const [taskId, keyId] of [
        ['k1', 7],
        ['k2', 8],
        ['k3', 7],
      ] as const) {
        await submit(who, { taskId, keyId });
      }
      await submit(who, { taskId: 'none' });
      answerAll({ status: 'SUCCESS' });
      await pollTasks(ports, await rows(who.userId));
      const asked = relay.polls.map(({ keyId, taskIds }) => [keyId, taskIds]);
      assert.deepEqual(
        new Map(asked as [number | undefined, string[]][]),
        new Map<unknown, string[]>([
          [7, ['k1', 'k3']],
          [8, ['k2']],
          [undefined, ['none']],
        ]),
      );
    });

    test('a failed task is refunded to balance, key and every figure of use, once for two racing pollers', async () => {
      const who = await customer();
      await submit(who);
      answerAll({ status: 'FAILURE', failReason: 'the prompt was refused' });
      for (let round = 0; round < 3; round++) {
        // Both have read the task before either writes.
        await sql`UPDATE tasks SET polled_at = now() - interval '1 hour'`.execute(books.db);
        const task = (await rows(who.userId))[0];
        assert.ok(task);
        await Promise.all([pollTasks(ports, [task]), pollTasks(ports, [task]), pollUnfinished(ports)]);
      }
      assert.deepEqual(await figures(who), untouched);
      const [task] = await rows(who.userId);
      assert.deepEqual(
        [task?.status, task?.progress, task?.quota, task?.fail_reason],
        ['FAILURE', '100%', 0, 'the prompt was refused'],
      );
      const refunds = await sql`SELECT * FROM journal WHERE kind = 'refund' AND user_id = ${who.userId}`.execute(
        books.db,
      );
      assert.equal(refunds.rows.length, 1);
      const logged = await sql<{ quota: number }>`
        SELECT quota FROM usage_log WHERE type = 6 AND user_id = ${who.userId}`.execute(books.db);
      assert.deepEqual(logged.rows, [{ quota: 50_000 }]);
      await assertBooksAddUp();
    });

    test('the wallet hears of a refund', async () => {
      const who = await customer();
      await submit(who);
      const [charged] = await readFigures(books.db, { userIds: [who.userId], tokenIds: [who.tokenId] });
      assert.ok(charged);
      await ports.kv.wallet.load(who.userId, charged.account, charged.tokens);
      answerAll({ status: 'FAILURE' });
      await pollUnfinished(ports);
      while ((await publishBatch(ports)) > 0);
      const wallet = await ports.kv.wallet.read(who.userId);
      assert.equal(wallet?.account?.base, 1_000_000);
      assert.equal(wallet?.tokens.find(({ id }) => id === who.tokenId)?.state?.remain, 1_000_000);
    });

    test('a reason of failure ends a task although its state says that it runs', async () => {
      const who = await customer();
      await submit(who);
      answerAll({ status: 'IN_PROGRESS', progress: '60%', failReason: 'crashed' });
      await pollUnfinished(ports);
      assert.equal((await rows(who.userId))[0]?.status, 'FAILURE');
      assert.deepEqual(await figures(who), untouched);
    });

    test('progress and result are kept, and an ended task changes no more', async () => {
      const who = await customer();
      await submit(who);
      answerAll({ status: 'IN_PROGRESS', progress: '40%', startedAtMs: 1_790_000_000_000, data: { seed: 7 } });
      await pollUnfinished(ports);
      const [running] = await rows(who.userId);
      assert.deepEqual(
        [running?.status, running?.progress, running?.started_at?.getTime(), running?.data],
        ['IN_PROGRESS', '40%', 1_790_000_000_000, { seed: 7 }],
      );
      answerAll({ status: 'SUCCESS', data: { seed: 7, nul: 'a\0b', half: '\ud83d', whole: '🦊' } });
      await pollUnfinished(ports);
      const [ended] = await rows(who.userId);
      assert.deepEqual(
        [ended?.status, ended?.progress, ended?.data, ended?.quota],
        ['SUCCESS', '100%', { seed: 7, nul: 'a\ufffdb', half: '\ufffd', whole: '🦊' }, 50_000],
      );
      relay.polls.length = 0;
      answerAll({ status: 'FAILURE', failReason: 'too late' });
      await pollUnfinished(ports);
      assert.deepEqual(relay.polls, []);
      assert.deepEqual(await figures(who), spent(50_000));
      await assertBooksAddUp();
    });

    test('a video that came out shorter costs its own seconds', async () => {
      const who = await customer();
      await submit(
        who,
        { platform: 'video' },
        {
          charge: 400_000,
          tokens: { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, seconds: 8 },
          receipt: { card: { perSecond: '0.1' }, groupRatio: '1', seconds: 8 },
        },
      );
      answerAll({ status: 'SUCCESS', seconds: 5.2 });
      await pollUnfinished(ports);
      assert.equal((await rows(who.userId))[0]?.quota, 300_000);
      assert.deepEqual(await figures(who), spent(300_000));
      await assertBooksAddUp();
    });

    test('a task whose upstream is silent waits, and is given up and refunded after its time', async () => {
      const who = await customer();
      const [old, young] = [Date.now() - 25 * hourMs, Date.now() - 2 * hourMs];
      for (const [platform, submittedAt] of [
        ['suno', old],
        ['suno', young],
        ['midjourney', young],
        ['midjourney', Date.now()],
      ] as const) {
        const event = await submit(who, { platform, taskId: `${platform}-${submittedAt}` });
        await sql`UPDATE tasks SET submitted_at = ${new Date(submittedAt)} WHERE request_id = ${event.id}`.execute(
          books.db,
        );
      }
      relay.answer = () => undefined;
      await pollUnfinished(ports);
      assert.deepEqual(
        (await rows(who.userId)).map(({ status, quota, fail_reason }) => [status, quota, fail_reason]),
        [
          ['FAILURE', 0, 'upstream task timed out (over 24 hours)'],
          ['SUBMITTED', 50_000, ''],
          ['FAILURE', 0, 'upstream task timed out (over 1 hour)'],
          ['SUBMITTED', 50_000, ''],
        ],
      );
      await assertBooksAddUp();
    });

    test('a task that has ended meanwhile is not given up however old it is', async () => {
      const who = await customer();
      await submit(who);
      await sql`UPDATE tasks SET submitted_at = now() - interval '2 days'`.execute(books.db);
      answerAll({ status: 'SUCCESS' });
      await pollUnfinished(ports);
      assert.equal((await rows(who.userId))[0]?.status, 'SUCCESS');
    });

    test('without an id at the upstream, or without its channel, a task fails at once', async () => {
      const who = await customer();
      await submit(who, { taskId: '' });
      await submit(who, { taskId: 't2' });
      relay.answer = () => ({ lost: true, reports: [] });
      await pollUnfinished(ports);
      assert.deepEqual(
        (await rows(who.userId)).map(({ status, fail_reason }) => [status, fail_reason]),
        [
          ['FAILURE', 'the upstream gave no task id'],
          ['FAILURE', `channel lost (id ${who.channelId})`],
        ],
      );
      assert.deepEqual(
        relay.polls.map(({ taskIds }) => taskIds),
        [['t2']],
      );
      await assertBooksAddUp();
    });

    test('a task that waited for its caller goes on in its row, under the charge of the request that continued it', async () => {
      const who = await customer();
      const opened = await submit(who, { action: 'INPAINT', status: 'MODAL' }, { charge: 0, counted: 'none' });
      const continued = await submit(who, { action: 'MODAL' });
      await settleAll(opened);
      const [task, ...others] = await rows(who.userId);
      assert.deepEqual(others, []);
      assert.deepEqual(
        [task?.request_id, task?.action, task?.status, task?.quota],
        [continued.id, 'MODAL', 'SUBMITTED', 50_000],
      );
      answerAll({ status: 'MODAL' });
      await pollUnfinished(ports);
      assert.equal((await rows(who.userId))[0]?.status, 'SUBMITTED', 'the upstream is behind');
      answerAll({ status: 'FAILURE' });
      await pollUnfinished(ports);
      assert.equal((await figures(who)).balance, 1_000_000);
      await assertBooksAddUp();
    });

    test('of two tasks under one id that wait for their caller the newer one goes on', async () => {
      const who = await customer();
      const first = await submit(who, { action: 'INPAINT' }, { charge: 0, counted: 'none' });
      await submit(who, { action: 'INPAINT' }, { charge: 0, counted: 'none' });
      await sql`UPDATE tasks SET status = 'MODAL' WHERE user_id = ${who.userId}`.execute(books.db);
      const continued = await submit(who, { action: 'MODAL' });
      assert.deepEqual(
        (await rows(who.userId)).map(({ request_id: request, status }) => [request, status]),
        [
          [first.id, 'MODAL'],
          [continued.id, 'SUBMITTED'],
        ],
      );
      await assertBooksAddUp();
    });

    test('tasks are asked about per channel, in calls of at most a hundred', async () => {
      const [one, other] = [await customer(), await customer()];
      await settleAll(...Array.from({ length: 130 }, (_, at) => submission(one, { taskId: `a${at}` })));
      await submit(other, { taskId: 'b' });
      answerAll({ status: 'IN_PROGRESS' });
      await pollUnfinished(ports);
      const sizes = relay.polls.map(({ channelId, taskIds }) => [channelId === one.channelId, taskIds.length]);
      assert.deepEqual(sizes.sort(), [
        [false, 1],
        [true, 100],
        [true, 30],
      ]);
    });

    test('a round asks about five hundred tasks, and the next one about those that had to wait', async () => {
      const who = await customer();
      await submit(who);
      await sql`
        INSERT INTO tasks (request_id, platform, task_id, user_id, token_id, channel_id, "group", model, action, quota,
                           usage, status, submitted_at, polled_at)
        SELECT 'copy ' || i, platform, 'copy ' || i, user_id, token_id, channel_id, "group", model, action, 0, usage,
               status, submitted_at, polled_at - (1000 - i) * interval '1 ms'
        FROM tasks, generate_series(1, 505) AS i`.execute(books.db);
      answerAll({ status: 'IN_PROGRESS' });
      await pollUnfinished(ports);
      const first = new Set(relay.polls.flatMap(({ taskIds }) => taskIds));
      assert.equal(first.size, 500);
      relay.polls.length = 0;
      await pollUnfinished(ports);
      const second = new Set(relay.polls.flatMap(({ taskIds }) => taskIds));
      assert.deepEqual(
        Array.from({ length: 5 }, (_, at) => `copy ${501 + at}`).map((id) => [first.has(id), second.has(id)]),
        Array.from({ length: 5 }, () => [false, true]),
      );
    });

    test('who wants to hear of a task is told of every change once', async () => {
      const who = await customer();
      const { id } = await submit(who, { notifyHook: 'https://hooks.example/1' });
      await submit(who, { taskId: 'quiet' });
      for (const status of ['IN_PROGRESS', 'IN_PROGRESS', 'SUCCESS', 'SUCCESS'] as const) {
        answerAll({ status });
        await pollUnfinished(ports);
      }
      await until(() => relay.announced.length === 2);
      assert.deepEqual(relay.announced, [id, id]);
    });

    test('a hint makes the task be asked about at once', async () => {
      const who = await customer();
      const event = await submit(who);
      answerAll({ status: 'SUCCESS' });
      const listening = await listenToTaskHints(ports);
      await ports.bus.notify(notices.taskHinted, event.id);
      await until(async () => (await rows(who.userId))[0]?.status === 'SUCCESS');
      await listening.stop();
    });
  });
}

/** A drawing that was accepted and cost 50,000. */
function submission(
  who: { userId: number; tokenId: number; channelId: number },
  task: Partial<SubmittedTask> = {},
  fields: Partial<UsageEvent> = {},
): UsageEvent {
  return usageEvent({
    ...who,
    charge: 50_000,
    model: 'mj_imagine',
    tokens: { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 },
    receipt: { card: { perCall: '0.1' }, groupRatio: '1', calls: 1 },
    task: {
      platform: 'midjourney',
      taskId: 't1',
      action: 'IMAGINE',
      status: 'SUBMITTED',
      progress: '0%',
      prompt: 'a red fox',
      data: {},
      ...task,
    },
    ...fields,
  });
}
