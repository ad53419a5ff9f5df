import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { UsageEvent } from '@switchyard/contracts';
import { uuidv7TimeMs } from '@switchyard/crypto';
import { latencyBucket } from '@switchyard/db';
import { compileCard, price, receipt, recompute } from '@switchyard/pricing';
import { consumptionIsLogged } from '../audit/consumption-is-logged.ts';
import type { AuditPorts } from '../audit/invariant.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { shuffle } from '../testing/shuffle.ts';
import { progressOf, received, usageEvent } from '../testing/usage-event.ts';
import { settle } from './settle.ts';
import type { ChargeDetails } from './usage-record.ts';

let books: Books;
before(async () => {
  books = await testBooks();
});
after(() => books.close());

const settleAll = (events: readonly UsageEvent[]) => settle(books.db, events.map(received));

test('settles once when the same events are delivered ten times, shuffled, in batches of any size', async () => {
  const { userId, tokenId, channelId } = await customer();
  const events = Array.from({ length: 30 }, () => usageEvent({ userId, tokenId, channelId }));
  const deliveries = shuffle(Array.from({ length: 10 }, () => events).flat());
  for (let start = 0; start < deliveries.length; start += 37) await settleAll(deliveries.slice(start, start + 37));

  assert.deepEqual(await account(userId), { balance: 997_000, used_quota: 3_000, request_count: 30 });
  assert.deepEqual(await token(tokenId), { remain_quota: 997_000, used_quota: 3_000 });
  assert.equal(await usedOfChannel(channelId), 3_000);
  assert.equal((await hold(`hold-${tokenId}`))?.journaled, 3_000);
  assert.equal((await logRows(userId)).length, 30);
  const [hourly] = await hourlySums(userId);
  assert.deepEqual(hourly, { requests: 30, errors: 0, quota: 3_000, prompt_tokens: 1_800, cached_tokens: 600 });
});

test('a progress report, the final and a late smaller report leave the final', async () => {
  const { userId, tokenId, channelId } = await customer();
  const final = usageEvent({ userId, tokenId, channelId, charge: 500 });
  await settleAll([progressOf(final, 200)]);
  const [running] = await logRows(userId);
  assert.equal(running?.quota, 200);
  assert.equal(running?.other.ended, 'running');

  await settleAll([final]);
  await settleAll([progressOf(final, 300)]);
  assert.deepEqual(await account(userId), { balance: 999_500, used_quota: 500, request_count: 1 });
  const rows = await logRows(userId);
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.quota, 500);
  assert.equal(rows[0]?.other.ended, 'done');
  assert.equal(rows[0]?.content, 'model ratio 1, completion ratio 5, group ratio 1');
  const [hourly] = await hourlySums(userId);
  assert.deepEqual(hourly, { requests: 1, errors: 0, quota: 500, prompt_tokens: 60, cached_tokens: 20 });
});

test('a greater charge raises a request that was final, and only by the difference', async () => {
  const { userId, tokenId, channelId } = await customer();
  const first = usageEvent({
    userId,
    tokenId,
    channelId,
    charge: 500,
    tokens: { prompt: 5, completion: 5, cacheRead: 0, cacheWrite: 0 },
  });
  const late = { ...first, charge: 700, tokens: { prompt: 7, completion: 7, cacheRead: 0, cacheWrite: 0 } };
  await settleAll([first]);
  await settleAll([late]);
  await settleAll([first]);
  assert.deepEqual(await account(userId), { balance: 999_300, used_quota: 700, request_count: 1 });
  assert.deepEqual(await token(tokenId), { remain_quota: 999_300, used_quota: 700 });
  assert.equal(await usedOfChannel(channelId), 700);
  assert.equal((await logRows(userId))[0]?.prompt_tokens, 7);
  const [hourly] = await hourlySums(userId);
  assert.deepEqual(hourly, { requests: 1, errors: 0, quota: 700, prompt_tokens: 7, cached_tokens: 0 });
});

test('a final below what was reported before keeps the charge and tells how the request ended', async () => {
  const { userId, tokenId } = await customer();
  const final = usageEvent({ userId, tokenId, charge: 90 });
  await settleAll([progressOf(final, 100)]);
  await settleAll([final]);
  const [row] = await logRows(userId);
  assert.equal(row?.quota, 100);
  assert.equal(row?.other.ended, 'done');
});

test('a batch over many users changes each by its own', async () => {
  const customers = await Promise.all(Array.from({ length: 20 }, customer));
  const events = customers.flatMap(({ userId, tokenId }, index) =>
    Array.from({ length: index }, () => usageEvent({ userId, tokenId, charge: 10 })),
  );
  const figures = await settleAll(shuffle(events));
  for (const [index, { userId, tokenId }] of customers.entries()) {
    assert.equal((await account(userId)).balance, 1_000_000 - 10 * index);
    if (index === 0) continue;
    const applied = figures.find((figure) => figure.userId === userId);
    assert.equal(applied?.account.base, 1_000_000 - 10 * index);
    assert.deepEqual(
      applied?.tokens.map(({ id, remain }) => ({ id, remain })),
      [{ id: tokenId, remain: 1_000_000 - 10 * index }],
    );
    assert.deepEqual(applied?.holds, [{ id: `hold-${tokenId}`, journaled: 10 * index }]);
  }
});

test('a duplicate changes nothing and still answers the figures of now', async () => {
  const { userId, tokenId } = await customer();
  const event = usageEvent({ userId, tokenId });
  const first = await settleAll([event]);
  assert.deepEqual(await settleAll([event]), first);
});

test('two instances that settle overlapping batches of the same users at once converge', async () => {
  const customers = await Promise.all(Array.from({ length: 5 }, customer));
  const events = customers.flatMap(({ userId, tokenId, channelId }) =>
    Array.from({ length: 20 }, () => usageEvent({ userId, tokenId, channelId })),
  );
  await Promise.all(Array.from({ length: 6 }, () => settleAll(shuffle(events))));
  for (const { userId } of customers) {
    assert.deepEqual(await account(userId), { balance: 998_000, used_quota: 2_000, request_count: 20 });
  }
});

test('a failed request that cost nothing is logged as an error and not journaled', async () => {
  const { userId, tokenId } = await customer();
  await settleAll([
    usageEvent({ userId, tokenId, charge: 0, error: 'upstream refused', ended: 'upstream_failed', status: 502 }),
  ]);
  assert.deepEqual(await account(userId), { balance: 1_000_000, used_quota: 0, request_count: 0 });
  const [row] = await logRows(userId);
  assert.equal(row?.type, 5);
  assert.equal(row?.content, 'upstream refused');
  assert.equal((await hourlySums(userId))[0]?.errors, 1);
  assert.deepEqual(await postings(userId), []);
});

test('a request is timed once it has ended well, and not before', async () => {
  const { userId, tokenId, channelId } = await customer();
  const final = usageEvent({ userId, tokenId, channelId, durationMs: 1_000, firstByteMs: 100 });
  await settleAll([progressOf(final, 50)]);
  assert.deepEqual(await latencies(userId), []);
  await settleAll([final, usageEvent({ userId, tokenId, channelId, error: 'failed', status: 502 })]);
  await settleAll([final]);
  assert.deepEqual(await latencies(userId), [
    { bucket: latencyBucket(100), durations: 0, first_bytes: 1 },
    { bucket: latencyBucket(1_000), durations: 1, first_bytes: 0 },
  ]);
});

test('failures are counted once by their cause, tries of other channels with them', async () => {
  const { userId, tokenId, channelId } = await customer();
  const first = await books.channel();
  const tries = [
    { channelId: first, status: 429, durationMs: 5 },
    { channelId, status: 500, durationMs: 5 },
  ];
  const event = usageEvent({ userId, tokenId, channelId, charge: 0, error: 'broken', status: 502, tries });
  await settleAll([event]);
  await settleAll([event, { ...event, charge: 5 }]);
  const rows = await books.db.selectFrom('usage_failures').selectAll().where('user_id', '=', userId).execute();
  assert.deepEqual(
    rows.map(({ channel_id, cause, requests, tries }) => [channel_id, cause, requests, tries]).sort(),
    [
      [first, 'rate_limited', 0, 1],
      [channelId, 'upstream', 1, 1],
    ].sort(),
  );
  assert.equal(rows[0]?.last_try_at?.getTime(), uuidv7TimeMs(event.id) + event.durationMs);
});

test('the list price is what the request had cost at group ratio 1, a free group included', async () => {
  const { userId, tokenId, channelId } = await customer();
  const card = { input: '2', output: '10', cacheRead: '0.2' };
  const tokens = { prompt: 1_000, completion: 100, cacheRead: 0, cacheWrite: 0 };
  const base = { userId, tokenId, channelId, tokens };
  await settleAll([
    usageEvent({ ...base, charge: 750, receipt: { card, groupRatio: '0.5' } }),
    usageEvent({ ...base, charge: 0, receipt: { card, groupRatio: '0' } }),
    usageEvent({ ...base, charge: 1_500, receipt: { card, groupRatio: '1' } }),
  ]);
  const [row] = await books.db
    .selectFrom('usage_hourly')
    .select(['quota', 'list_quota'])
    .where('user_id', '=', userId)
    .execute();
  assert.deepEqual(row, { quota: 2_250, list_quota: 4_500 });
});

test('a free request is journaled with 0 and logged as consumption', async () => {
  const { userId, tokenId } = await customer();
  await settleAll([usageEvent({ userId, tokenId, charge: 0 })]);
  assert.equal((await account(userId)).request_count, 1);
  assert.equal((await logRows(userId))[0]?.type, 2);
  assert.deepEqual(await postings(userId), [0]);
});

test('a request first logged as failed becomes consumption when a charge for it arrives', async () => {
  const { userId, tokenId, channelId } = await customer();
  const failed = usageEvent({ userId, tokenId, charge: 0, error: 'no answer', ended: 'upstream_failed' });
  await settleAll([failed]);
  await settleAll([{ ...failed, charge: 70, channelId }]);
  const rows = await logRows(userId);
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.type, 2);
  assert.deepEqual(await postings(userId), [70]);
  assert.equal(await usedOfChannel(channelId), 70);
  const sums = await hourlySums(userId);
  assert.equal(
    sums.reduce((sum, row) => sum + row.requests, 0),
    1,
  );
});

test('a key that no longer exists, or none at all, does not stop the batch', async () => {
  const { userId, tokenId } = await customer();
  await settleAll([
    usageEvent({ userId, tokenId: 0 }),
    usageEvent({ userId, tokenId: 999_999_999 }),
    usageEvent({ userId, tokenId, channelId: 999_999_999 }),
  ]);
  assert.equal((await account(userId)).balance, 999_700);
  assert.equal((await token(tokenId)).used_quota, 100);
});

test('events without an account, or with the id of another request, are parked and the rest settles', async () => {
  const one = await customer();
  const other = await customer();
  const first = usageEvent(one);
  await settleAll([first]);
  const nobody = usageEvent({ userId: 987_654_321, tokenId: 0 });
  await settleAll([nobody, { ...first, ...other, charge: 900 }, usageEvent(other)]);
  assert.equal((await account(one.userId)).balance, 999_900);
  assert.equal((await account(other.userId)).balance, 999_900);
  const letters = await books.db.selectFrom('dead_letters').select(['user_id', 'reason']).orderBy('id').execute();
  assert.deepEqual(letters, [
    { user_id: 987_654_321, reason: 'user 987654321 has no account' },
    { user_id: other.userId, reason: `request ${first.id} belongs to user ${one.userId}, token ${one.tokenId}` },
  ]);
});

test('a charge that arrives after the log was cleaned is posted once and makes no log row', async () => {
  const { userId, tokenId, channelId } = await customer();
  const event = usageEvent({ userId, tokenId, channelId });
  await settleAll([event]);
  await books.db.deleteFrom('usage_log').where('request_id', '=', event.id).execute();
  await settleAll([event]);
  await settleAll([{ ...event, charge: 150 }]);
  assert.deepEqual(await account(userId), { balance: 999_850, used_quota: 150, request_count: 1 });
  assert.equal(await usedOfChannel(channelId), 150);
  assert.equal((await logRows(userId)).length, 0);
  assert.equal((await hourlySums(userId))[0]?.quota, 150);
});

test('with the log switched off money and roll-up change once all the same, and the audit knows', async () => {
  const { userId, tokenId } = await customer();
  await books.db.insertInto('options').values({ key: 'LogConsumeEnabled', value: 'false' }).execute();
  const event = usageEvent({ userId, tokenId });
  const failed = usageEvent({ userId, tokenId, charge: 0, error: 'refused' });
  await settleAll([event, failed]);
  await settleAll([event, failed]);
  await books.db.deleteFrom('options').execute();
  await settleAll([event, { ...event, charge: 130 }]);
  assert.deepEqual(await account(userId), { balance: 999_870, used_quota: 130, request_count: 1 });
  assert.deepEqual(await logRows(userId), []);
  assert.equal((await hourlySums(userId))[0]?.quota, 130);
  assert.equal((await hourlySums(userId))[0]?.requests, 1);
  const subjects = { userIds: [userId] };
  assert.deepEqual(await consumptionIsLogged.check({ db: books.db } as AuditPorts, subjects), []);
});

test('the log row explains the charge and keeps what is for administrators apart', async () => {
  const { userId, tokenId, channelId } = await customer();
  await settleAll([
    usageEvent({
      userId,
      tokenId,
      channelId,
      upstreamModel: 'gpt-6-sol-2026-10',
      tokens: { prompt: 60, completion: 8, cacheRead: 20, cacheWrite: 4, reasoning: 3 },
      receipt: { card: { input: '2', output: '10', cacheRead: '0.2' }, groupRatio: '1.5' },
    }),
  ]);
  const [row] = await logRows(userId);
  assert.deepEqual(row?.other, {
    card: { input: '2', output: '10', cacheRead: '0.2' },
    model_ratio: 1,
    completion_ratio: 5,
    cache_ratio: 0.1,
    group_ratio: 1.5,
    cache_tokens: 20,
    cache_write_tokens: 4,
    reasoning_tokens: 3,
    counted: 'upstream',
    list_quota: 82,
    is_model_mapped: true,
    upstream_model_name: 'gpt-6-sol-2026-10',
    ended: 'done',
    frt: 200,
    admin_info: { use_channel: [channelId], tries: [{ channelId, status: 200, durationMs: 900 }] },
  });
});

test('the log row gives its charge again: images by size and quality, and tools', async () => {
  const { userId, tokenId, channelId } = await customer();
  const card = { perCall: '0.04', sizes: { large: '2' }, qualities: { hd: '1.5' }, toolFees: { web_search: '10' } };
  const compiled = compileCard(card, '0.85');
  const tokens = {
    ...{ prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 },
    ...{ calls: 3, size: 'large', quality: 'hd', toolCalls: { web_search: 2, file_search: 1 } },
  };
  const charge = price(compiled, tokens, 0);
  assert.equal(charge, 161_500); // (3 x 0.04 x 2 x 1.5 + 2 x 0.01) x 0.85 x 500,000
  await settleAll([usageEvent({ userId, tokenId, channelId, charge, tokens, receipt: receipt(compiled, tokens, 0) })]);
  const [row] = await logRows(userId);
  const other = row?.other as Partial<ChargeDetails>;
  const kept = {
    card: other.card ?? {},
    groupRatio: String(other.group_ratio),
    calls: other.calls ?? 0,
    sizeRatio: other.size_ratio ?? '',
    qualityRatio: other.quality_ratio ?? '',
    toolFees: other.tool_fees ?? {},
  };
  const counted = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, toolCalls: other.tool_calls ?? {} };
  assert.equal(recompute(kept, counted), charge);
  assert.deepEqual([row?.quota, other.size, other.quality], [charge, 'large', 'hd']);
  assert.equal(
    row?.content,
    'model price 0.04, size ratio 2, quality ratio 1.5, web_search 10 USD per 1,000 calls, group ratio 0.85',
  );
});

test('the log row gives its charge again: tokens at a tier of service', async () => {
  const { userId, tokenId, channelId } = await customer();
  const compiled = compileCard({ input: '2', output: '8', serviceTiers: { priority: '2.5' } }, '0.85');
  const tokens = { prompt: 1_000, completion: 100, cacheRead: 0, cacheWrite: 0, serviceTier: 'priority' };
  const charge = price(compiled, tokens, 0);
  assert.equal(charge, 2_975); // (1,000 x 2 + 100 x 8) / 1,000,000 x 2.5 x 0.85 x 500,000
  await settleAll([usageEvent({ userId, tokenId, channelId, charge, tokens, receipt: receipt(compiled, tokens, 0) })]);
  const [row] = await logRows(userId);
  const {
    card = {},
    group_ratio,
    service_tier,
    service_tier_ratio = '',
  } = (row?.other ?? {}) as Partial<ChargeDetails>;
  assert.equal(
    recompute({ card, groupRatio: String(group_ratio), serviceTierRatio: service_tier_ratio }, tokens),
    charge,
  );
  assert.deepEqual([service_tier, service_tier_ratio], ['priority', '2.5']);
  assert.match(row?.content ?? '', /completion ratio 4, service tier priority ratio 2\.5, group ratio 0\.85/);
});

async function customer() {
  const userId = await books.user();
  return { userId, tokenId: await books.token(userId), channelId: await books.channel() };
}

const account = (userId: number) =>
  books.db
    .selectFrom('accounts')
    .select(['balance', 'used_quota', 'request_count'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

const token = (id: number) =>
  books.db.selectFrom('tokens').select(['remain_quota', 'used_quota']).where('id', '=', id).executeTakeFirstOrThrow();

const hold = (id: string) => books.db.selectFrom('holds').selectAll().where('id', '=', id).executeTakeFirst();

async function usedOfChannel(id: number): Promise<number> {
  const row = await books.db.selectFrom('channels').select('used_quota').where('id', '=', id).executeTakeFirstOrThrow();
  return row.used_quota;
}

const logRows = (userId: number) =>
  books.db.selectFrom('usage_log').selectAll().where('user_id', '=', userId).execute();

async function postings(userId: number): Promise<number[]> {
  const rows = await books.db
    .selectFrom('journal')
    .select('amount')
    .where('user_id', '=', userId)
    .where('kind', '=', 'consume')
    .execute();
  return rows.map(({ amount }) => 0 - amount);
}

const latencies = (userId: number) =>
  books.db
    .selectFrom('usage_latency')
    .select(['bucket', 'durations', 'first_bytes'])
    .where('user_id', '=', userId)
    .orderBy('bucket')
    .execute();

const hourlySums = (userId: number) =>
  books.db
    .selectFrom('usage_hourly')
    .select(['requests', 'errors', 'quota', 'prompt_tokens', 'cached_tokens'])
    .where('user_id', '=', userId)
    .execute();
