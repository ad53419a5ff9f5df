import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsInBooks, overdrafts, unrest } from './check.ts';
import { Random } from './random.ts';
import { Request } from './request.ts';
import { World } from './world.ts';

const [userId, tokenId] = [1, 10];

/** One request of 100 that everybody agrees about. */
async function soundWorld(): Promise<World> {
  const world = new World(new Random(1), {});
  const { journal, requests } = world;
  await world.emptyKv();
  journal.addUser(userId);
  journal.post({ kind: 'gift', reference: 'start', userId, amount: 1_000 });
  journal.addToken(tokenId, userId, 500);
  world.limitedTokens.add(tokenId);
  const request = new Request(world.newRequestId(), userId, tokenId, 'relay');
  Object.assign(request, { final: 100, isTold: true });
  requests.push(request);
  book(world, request.id, 100);
  const [figures] = journal.figures({ userIds: [userId], tokenIds: [tokenId] });
  if (figures) await world.kv.wallet.load(userId, figures.account, figures.tokens);
  return world;
}

function book({ journal }: World, id: string, charge: number): void {
  const fields = {
    version: 1,
    id,
    final: true,
    charge,
    holdId: 'hold',
    userId,
    username: 'ada',
    tokenId,
    tokenName: 'key',
  };
  const more = {
    group: 'default',
    model: 'm',
    channelId: 1,
    stream: true,
    counted: 'upstream',
    status: 200,
    ended: 'done',
  };
  const tokens = { prompt: 1, completion: 1, cacheRead: 0, cacheWrite: 0 };
  const event = { ...fields, ...more, tokens, durationMs: 1, firstByteMs: 1, tries: [], ip: '', path: '/' };
  journal.settle([{ event: event as never, line: JSON.stringify(event) }]);
}

const problems = async (world: World) => [...(await unrest(world)), ...overdrafts(world), ...faultsInBooks(world)];

test('nothing is found where nothing is wrong', async () => {
  assert.deepEqual(await problems(await soundWorld()), []);
});

const wrongs: Record<string, (world: World) => unknown> = {
  'a balance that was credited twice': ({ journal }) => {
    const account = journal.accounts.get(userId);
    if (account) account.balance += 100;
  },
  'a journal row too many': ({ journal }) => journal.rows.set('topup again', { userId, tokenId: null, amount: 100 }),
  'a request charged twice': ({ journal, requests: [request] }) => {
    const row = journal.rows.get(`consume ${request?.id}`);
    if (row) row.amount = -200;
  },
  'a request charged twice, with all sums': (world) => book(world, world.requests[0]?.id ?? '', 200),
  'a request that was not charged': (world) => {
    const forgotten = new Request(world.newRequestId(), userId, tokenId, 'relay');
    world.requests.push(Object.assign(forgotten, { final: 5, isTold: true }));
  },
  'a charge that nobody asked for': (world) => {
    book(world, world.newRequestId(), 7);
  },
  'a wallet with a wrong base': ({ kv, journal }) => {
    const version = (journal.accounts.get(userId)?.sequence ?? 0) + 1;
    return kv.wallet.load(userId, { version, base: 901, frozen: false }, []);
  },
  'something that stays held': ({ kv }) =>
    kv.wallet.hold({ userId, tokenId, tokenLimited: false, holdId: 'h', total: 1, expiresAt: Date.now() + 1e6 }),
  'a balance below zero': (world) => book(world, world.requests[0]?.id ?? '', 5_000),
};
for (const [name, wrong] of Object.entries(wrongs)) {
  test(`the checks find ${name}`, async () => {
    const world = await soundWorld();
    await wrong(world);
    assert.notDeepEqual(await problems(world), []);
  });
}
