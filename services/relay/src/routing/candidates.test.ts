import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candidate, choose, restMs } from './candidates.ts';
import type { Channel } from './channel.ts';
import { ChannelKey } from './channel-key.ts';
import { Health } from './health.ts';
import { KeyRing } from './key-ring.ts';
import { Tier } from './tier.ts';

function candidate(id: number, weight = 0): Candidate {
  return { channel: { id } as Channel, weight, health: new Health() };
}

const routeOf = (tiers: Candidate[][]) => ({ tiers: tiers.map((tier) => Tier.of(tier)) });
const pick = (tiers: Candidate[][], tried: number[], random: number) =>
  choose(routeOf(tiers), tried, 0, () => random)?.channel.id;

test('the first tier serves; the next only when none of it is left', () => {
  const tiers = [[candidate(1), candidate(2)], [candidate(3)]];
  assert.equal(pick(tiers, [], 0), 1);
  assert.equal(pick(tiers, [1], 0), 2);
  assert.equal(pick(tiers, [1, 2], 0), 3);
  assert.equal(pick(tiers, [1, 2, 3], 0), undefined);
});

test('traffic is shared by weight, and weight 0 only steps in', () => {
  const tiers = [[candidate(1, 3), candidate(2, 1), candidate(3, 0)]];
  const counts = new Map<number | undefined, number>();
  for (let i = 0; i < 1_000; i++) {
    const id = pick(tiers, [], i / 1_000);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  assert.deepEqual([counts.get(1), counts.get(2), counts.get(3)], [750, 250, undefined]);
  assert.equal(pick(tiers, [1, 2], 0.5), 3);
});

test('equal shares when no weight is set', () => {
  const tiers = [[candidate(1), candidate(2)]];
  assert.deepEqual([pick(tiers, [], 0.1), pick(tiers, [], 0.9)], [1, 2]);
});

test('an open breaker is passed over, and only the chosen one gives up its probe', () => {
  const broken = candidate(1, 10);
  const sound = candidate(2, 1);
  for (let i = 0; i < 5; i++) broken.health.fail(0);
  assert.equal(choose(routeOf([[broken, sound]]), [], 1, () => 0)?.channel.id, 2);
  // The first that is drawn with 0.5 is the lighter one.
  assert.equal(choose(routeOf([[broken, sound]]), [], 10_000, () => 0.5)?.channel.id, 2);
  assert.equal(choose(routeOf([[broken, sound]]), [], 10_000, () => 0)?.channel.id, 1);
});

test('the wait is that for the first channel that may be asked again, all keys of one with several included', () => {
  const [open, keyed, probed] = [candidate(1), candidate(2), candidate(3)];
  open.health.pause(0, 9_000);
  const keys = [new ChannelKey(1), new ChannelKey(2)];
  keys[0]?.rest(0, 7_000);
  keys[1]?.rest(0, 5_000);
  const channels = keys.map((key) => ({ id: 2, key }) as Channel);
  const candidates = channels.map((channel) => ({ ...keyed, channel }));
  const several: Candidate = { ...keyed, keys: { ring: new KeyRing(channels, 'round_robin'), candidates } };
  assert.equal(restMs(routeOf([[open], [several]]), 1_000), 4_000);
  several.health.pause(0, 8_000);
  assert.equal(restMs(routeOf([[open], [several]]), 1_000), 7_000);
  probed.health.pause(0, 500);
  probed.health.admit(1_000);
  assert.equal(restMs(routeOf([[open], [probed]]), 1_000), 0);
});

test('a conversation goes where it went before, while that channel is in the first tier, untried and healthy', () => {
  const sick = candidate(2);
  const tiers = [[candidate(1, 5), sick], [candidate(3)]];
  const chosen = (channelId: number, tried: number[] = []) =>
    choose(routeOf(tiers), tried, 0, () => 0, { channelId })?.channel.id;
  assert.equal(chosen(2), 2);
  assert.equal(chosen(2, [2]), 1);
  assert.equal(chosen(3), 1);
  sick.health.pause(0, 1_000);
  assert.equal(chosen(2), 1);
});

test('shares are kept among the others when some channels are out of service', () => {
  const broken = candidate(1, 6);
  broken.health.pause(0, 1_000);
  const route = routeOf([[broken, candidate(2, 3), candidate(3, 1)]]);
  const random = evenly();
  const counts = new Map<number | undefined, number>();
  for (let i = 0; i < 10_000; i++) {
    const id = choose(route, [], 1, random)?.channel.id;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  assert.equal(counts.get(1), undefined);
  assert.ok(Math.abs((counts.get(2) ?? 0) - 7_500) < 250, `${counts.get(2)}`);
});

test('of ten thousand channels a few are looked at, also when every tenth is out of service', () => {
  let looks = 0;
  const tier = Array.from({ length: 10_000 }, (_, id): Candidate => {
    const { channel, weight, health } = candidate(id, 1 + (id % 7));
    if (id % 10 === 0) health.pause(0, 1_000);
    return {
      channel,
      weight,
      get health() {
        looks++;
        return health;
      },
    };
  });
  const route = routeOf([tier]);
  const random = evenly();
  for (let i = 0; i < 1_000; i++) assert.ok(choose(route, [], 1, random));
  assert.ok(looks < 3_000, `${looks} looks for 1000 choices`);
});

test('when all channels of a model are out of service each is looked at once', () => {
  let looks = 0;
  const tier = Array.from({ length: 1_000 }, (_, id): Candidate => {
    const { channel, weight, health } = candidate(id);
    health.pause(0, 1_000);
    return {
      channel,
      weight,
      get health() {
        looks++;
        return health;
      },
    };
  });
  assert.equal(choose(routeOf([tier]), [], 1, evenly()), undefined);
  assert.ok(looks <= 1_010, `${looks} looks`);
});

/** Numbers in [0, 1) that are the same in every run. */
function evenly(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
