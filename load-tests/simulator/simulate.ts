import { faultsInBooks, overdrafts, unrest } from './check.ts';
import { Random } from './random.ts';
import type { Question } from './relay.ts';
import { type Mutation, startMs, World } from './world.ts';

/** What one seed came to. */
export interface Result {
  readonly seed: number;
  readonly failures: readonly string[];
  readonly requests: number;
  readonly events: number;
}

const relayCount = 2;
const lossRates = [0, 0, 0.02, 0.2];
const quietWithinMs = 600_000;

/** Plays one seed from its beginning until everything has come to rest, and says what must not be. */
export async function simulate(seed: number, mutation: Mutation = {}, tell?: (line: string) => void): Promise<Result> {
  const random = new Random(seed);
  const world = new World(random, mutation, tell);
  const uninstall = [world.clock.install(), world.disk.install()];
  try {
    await play(world, random);
    await comeToRest(world);
  } catch (error) {
    world.fail(`${error instanceof Error ? error.stack : error}`);
  } finally {
    for (const undo of uninstall.reverse()) undo();
  }
  const { failures, requests, clock } = world;
  return { seed, failures, requests: requests.length, events: clock.events };
}

interface Customer {
  readonly userId: number;
  readonly tokenId: number;
  readonly limited: boolean;
}

/** Things that happen, and how often against each other; each seed leaves some out. */
const happenings = {
  ask: 40,
  topUp: 3,
  redeem: 2,
  refund: 3,
  repeat: 3,
  killRelay: 3,
  doomRelay: 4,
  stopRelay: 1,
  freezeRelay: 2,
  killBilling: 2,
  doomBilling: 4,
  freezeBilling: 2,
  redisAway: 1,
  natsAway: 1,
  postgresAway: 1,
  emptyRedis: 1,
  slow: 1,
} as const;
type Happening = keyof typeof happenings;

async function play(world: World, random: Random): Promise<void> {
  const customers = openAccounts(world, random);
  for (const server of [world.redis, world.nats, world.postgres]) {
    server.lossRate = random.one(lossRates);
    server.slowRate = random.one([0, 0, 0.1, 0.5]);
    server.slowMs = random.one([20, 300, 1_500]);
  }
  await world.emptyKv();
  const billingCount = random.whole(1, 2);
  for (let index = 0; index < billingCount; index++) await world.startBilling(index);
  for (let index = 0; index < relayCount; index++) await world.startRelay(index);
  await world.clock.run(startMs + random.whole(0, 5_000));

  const names = Object.keys(happenings) as Happening[];
  const possible = names.filter((name) => name === 'ask' || random.chance(0.6));
  const urn = possible.flatMap((name) => Array<Happening>(happenings[name]).fill(name));
  const pauseMs = random.one([20, 150, 600]);
  for (let left = random.whole(20, 60); left > 0; left--) {
    await happen(random.one(urn), world, random, customers, billingCount);
    await world.clock.run(world.clock.now + random.whole(0, pauseMs));
    for (const problem of overdrafts(world)) world.fail(problem);
  }
}

function openAccounts(world: World, random: Random): Customer[] {
  const { journal } = world;
  const customers: Customer[] = [];
  const users = random.whole(1, 2);
  for (let userId = 1; userId <= users; userId++) {
    journal.addUser(userId);
    const amount = random.one([3_000, 10_000, 40_000, 1_000_000]);
    journal.post({ kind: 'gift', reference: `start ${userId}`, userId, amount });
    const keys = random.whole(1, 2);
    for (let key = 0; key < keys; key++) {
      const tokenId = userId * 10 + key;
      const limited = random.chance(0.6);
      if (limited) world.limitedTokens.add(tokenId);
      journal.addToken(tokenId, userId, limited ? random.one([2_000, 20_000, 1_000_000]) : 0);
      customers.push({ userId, tokenId, limited });
    }
  }
  return customers;
}

async function happen(
  name: Happening,
  world: World,
  random: Random,
  customers: readonly Customer[],
  billingCount: number,
): Promise<void> {
  const { clock, journal } = world;
  const { userId, ...customer } = random.one(customers);
  const relayAt = random.whole(0, relayCount - 1);
  const relay = world.relays[relayAt];
  const billingAt = random.whole(0, billingCount - 1);
  const billing = world.billings[billingAt];
  const soon = random.one([0, 100, 2_000, 8_000]);
  if (name !== 'ask') world.trace(() => `${name} (user ${userId}, relay ${relayAt}, billing ${billingAt}, ${soon} ms)`);
  switch (name) {
    case 'ask':
      return world.ask(relayAt, questionOf({ userId, ...customer }, random));
    case 'topUp':
    case 'redeem': {
      const kind = name === 'topUp' ? 'topup' : 'redeem';
      const posting = { kind, reference: `${clock.now}`, userId, amount: random.whole(1, 20_000) } as const;
      // The same notice of the payer, the same code, twice.
      const first = journal.post(posting);
      const again = journal.post(posting);
      if (first && again) world.fail(`${kind} ${posting.reference} counted twice`);
      return;
    }
    case 'refund': {
      const request = random.one(world.requests);
      const charge = request && journal.chargeOf(request.id);
      if (!request || !charge) return;
      const consumption = { requestId: request.id, userId: request.userId, tokenId: request.tokenId, channelId: 1 };
      journal.giveBack({ ...consumption, group: 'default', model: 'm' }, random.whole(1, charge));
      return;
    }
    case 'repeat':
      return world.stream.repeat(random, clock.now);
    case 'killRelay':
      if (relay) world.kill(relay.process);
      return clock.after(soon, () => void world.startRelay(relayAt));
    case 'doomRelay':
      if (relay) world.doom(relay.process);
      return clock.after(soon, () => void world.startRelay(relayAt));
    case 'stopRelay':
      return world.stopRelay(relayAt);
    case 'freezeRelay':
      if (relay) relay.process.frozenUntil = clock.now + random.one([500, 5_000, 40_000]);
      return;
    case 'killBilling':
      if (billing) world.kill(billing.process);
      return clock.after(soon, () => void world.startBilling(billingAt));
    case 'doomBilling':
      if (billing) world.doom(billing.process);
      return clock.after(soon, () => void world.startBilling(billingAt));
    case 'freezeBilling':
      if (billing) billing.process.frozenUntil = clock.now + random.one([500, 5_000, 40_000]);
      return;
    case 'redisAway':
    case 'natsAway':
    case 'postgresAway': {
      const server = world[name.slice(0, -'Away'.length) as 'redis' | 'nats' | 'postgres'];
      server.isAway = true;
      return clock.after(soon, () => {
        server.isAway = false;
      });
    }
    case 'emptyRedis':
      return world.emptyKv();
    case 'slow':
      return clock.run(clock.now + random.one([5_000, 15_000]));
  }
}

function questionOf(customer: Customer, random: Random): Question {
  return {
    ...customer,
    promptTokens: random.whole(1, 800),
    limit: random.one([10, 100, 600, 3_000]),
    tokensPerTick: random.one([5, 40, 200, 1_000]),
    end: random.one(['done', 'client_gone', 'upstream_failed']),
    endsAfterTicks: random.whole(1, 24),
  };
}

/** Brings everything back that is away, lets it end, and looks at what is left. */
async function comeToRest(world: World): Promise<void> {
  const { clock, journal, stream } = world;
  world.trace(() => 'everything comes back');
  world.pardon();
  const isQuiet = () =>
    stream.isDrained &&
    journal.outbox.size === 0 &&
    world.relays.every((relay) => relay?.isQuiet === true && relay.process.frozenUntil <= clock.now);
  const end = clock.now + quietWithinMs;
  do {
    for (const index of world.relays.keys()) await world.startRelay(index);
    for (const index of world.billings.keys()) await world.startBilling(index);
    await clock.run(clock.now + 5_000);
  } while (!isQuiet() && clock.now < end);
  if (!isQuiet()) world.fail('it does not come to rest');
  // Idle leases go back after 10 s; holds that were registered late are settled by the job of every minute.
  await clock.run(clock.now + 15_000);
  if ((await unrest(world)).length > 0) await clock.run(clock.now + 65_000);
  // A hold that arrives after its relay has died, and after the next one has ended it, stays until it expires.
  if (await isHaunted(world)) await clock.run(clock.now + 620_000);
  for (const problem of [...(await unrest(world)), ...overdrafts(world), ...faultsInBooks(world)]) world.fail(problem);
}

async function isHaunted({ kv, journal, network }: World): Promise<boolean> {
  for (const userId of journal.accounts.keys()) {
    for (const { id } of (await kv.wallet.read(userId))?.holds ?? []) {
      const [index, life] = id.split('.');
      if (network.haunting.has(`${index}.${life}`)) return true;
    }
  }
  return false;
}
