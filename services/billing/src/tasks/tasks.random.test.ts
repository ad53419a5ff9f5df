import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TaskReport, UsageEvent } from '@switchyard/contracts';
import { createLogger } from '@switchyard/log';
import fc from 'fast-check';
import { sql } from 'kysely';
import { bookInvariants } from '../audit/invariants.ts';
import { settle } from '../ledger/settle.ts';
import { relayClient } from '../relay-client.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { type FakeRelay, fakeRelay } from '../testing/fake-relay.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { type PollPorts, pollUnfinished } from './poll.ts';

let books: Books;
let relay: FakeRelay;
let ports: PollPorts;
before(async () => {
  books = await testBooks();
  relay = await fakeRelay('token');
  const log = createLogger({ service: 'billing', level: 'silent' });
  ports = { db: books.db, log, relay: relayClient(relay.url, 'token') };
});
after(async () => {
  await relay.close();
  await books.close();
});

const tasks = 6;
const status = fc.constantFrom('QUEUED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'CANCEL', 'UNKNOWN', 'MODAL' as const);
/** Settles a task's event, once more perhaps, or lets several pollers see what the upstream says of each. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('settle' as const), task: fc.nat(tasks - 1) }),
  fc.record({
    kind: fc.constant('poll' as const),
    says: fc.array(fc.option(status), { minLength: tasks, maxLength: tasks }),
    seconds: fc.integer({ min: 1, max: 10 }),
    pollers: fc.integer({ min: 1, max: 3 }),
  }),
);

test('whatever upstreams say in whatever order, each task costs its result or nothing, and the books add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      // Those of earlier runs are asked about no more.
      await sql`UPDATE tasks SET status = 'SUCCESS'`.execute(books.db);
      const userId = await books.user(10_000_000);
      const [tokenId, channelId] = [await books.token(userId), await books.channel()];
      const events = Array.from({ length: tasks }, (_, at) => submission(at, { userId, tokenId, channelId }));
      const submitted = new Set<number>();
      for (const next of steps) {
        if (next.kind === 'settle') {
          submitted.add(next.task);
          const event = received(events[next.task] as UsageEvent);
          await Promise.all([settle(books.db, [event]), settle(books.db, [event])]);
        } else {
          relay.answer = ({ taskIds }) => ({ lost: false, reports: taskIds.flatMap((id) => reportOf(id, next)) });
          await Promise.all(Array.from({ length: next.pollers }, () => pollUnfinished(ports)));
        }
      }
      const rows = await books.db.selectFrom('tasks').selectAll().where('user_id', '=', userId).execute();
      assert.equal(rows.length, submitted.size);
      const { used } = await books.db
        .selectFrom('accounts')
        .select('used_quota as used')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      assert.equal(
        used,
        rows.reduce((sum, { quota }) => sum + quota, 0),
      );
      for (const { status, quota } of rows) {
        const isLost = status === 'FAILURE' || status === 'CANCEL';
        assert.ok(isLost ? quota === 0 : quota >= 50_000 && quota <= 400_000, `${status} ${quota}`);
      }
      const subjects = { userIds: [userId] };
      for (const { name, check } of bookInvariants) {
        assert.deepEqual(await check({ db: books.db, kv: undefined as never }, subjects), [], name);
      }
    }),
    { numRuns: 40 },
  );
});

function submission(at: number, who: { userId: number; tokenId: number; channelId: number }): UsageEvent {
  return usageEvent({
    ...who,
    charge: 400_000,
    model: 'film',
    tokens: { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, seconds: 8 },
    receipt: { card: { perSecond: '0.1' }, groupRatio: '1', seconds: 8 },
    task: {
      platform: 'video',
      taskId: `task-${at}`,
      action: 'GENERATE',
      status: 'SUBMITTED',
      progress: '0%',
      prompt: '',
      data: {},
    },
  });
}

function reportOf(taskId: string, poll: { says: readonly (string | null)[]; seconds: number }): TaskReport[] {
  const status = poll.says[Number(taskId.slice('task-'.length))];
  return status ? [{ taskId, status: status as TaskReport['status'], seconds: poll.seconds }] : [];
}
