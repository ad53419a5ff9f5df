import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Customer, Plant } from '../plant/plant.ts';
import { type Bill, billOf, type Kill } from './bill.ts';
import { auditProblems, readAccount, readCharges, readWallet } from './books.ts';
import type { Client, Seen } from './client.ts';
import { report } from './report.ts';

export interface Trial {
  /** What was done, for the table. */
  readonly fault: string;
  readonly plant: Plant;
  readonly client: Client;
  readonly customers: readonly Customer[];
  /** When relays were killed, in order. */
  readonly kills?: readonly Kill[];
  /** What `watchRecovery` answers that was called when the last fault was over. */
  readonly recovery: Promise<Recovery>;
  /** How long everything may take to come to rest. */
  readonly patienceMs?: number;
  /** Figures of this fault alone, for the table. */
  readonly remark?: string;
}

const patienceMs = 60_000;

/** When the last fault was over, and when all that had ended by then was charged. */
interface Recovery {
  readonly since: number;
  readonly chargedAt: number;
}

/** Watches from now on until every request that has ended is charged what it must be. */
export async function watchRecovery(trial: Omit<Trial, 'recovery' | 'fault'>): Promise<Recovery> {
  const since = Date.now();
  const end = since + (trial.patienceMs ?? patienceMs);
  const ended = trial.client.seen.filter(({ endedAt }) => endedAt > 0);
  const bills = new Map(ended.map((seen) => [seen, bill(trial, seen)]));
  while (Date.now() < end) {
    const missing = await findMissing(trial.plant, bills).catch(() => 1);
    if (missing === 0) break;
    await sleep(50);
  }
  return { since, chargedAt: Date.now() };
}

/**
 * Waits until the journal has all that it must have, stops the relays, and compares: every request with what client and
 * upstream saw of it, every balance with the charges, every wallet with its balance. Prints a line of figures and fails
 * when one of them is not what it must be.
 */
export async function judge(trial: Trial): Promise<void> {
  const { plant, client, customers } = trial;
  const bills = new Map(client.seen.map((seen) => [seen, bill(trial, seen)]));
  const end = Date.now() + (trial.patienceMs ?? patienceMs);
  const missing = () => findMissing(plant, bills);
  while ((await missing()) > 0 && Date.now() < end) await sleep(100);
  const { since, chargedAt } = await trial.recovery;
  const servedAt = client.seen.findLast(({ status, sentAt }) => status === 503 && sentAt > since)?.endedAt ?? since;
  const recoverySeconds = (Math.max(chargedAt, servedAt) - since) / 1000;
  await Promise.all(plant.relays.map((relay) => relay.stop()));
  const unrest = await restless(trial, end);

  const charges = await readCharges(plant);
  const { lost, double } = compare(bills, charges);
  const accounts = await Promise.all(customers.map((customer) => readAccount(plant, customer)));
  const overspend = accounts.reduce((sum, { balance }) => sum + Math.max(0, -balance), 0);
  const count = (test: (seen: Seen) => boolean) => client.seen.filter(test).length;
  report({
    fault: trial.fault,
    requests: client.seen.length,
    completed: count(({ complete }) => complete),
    interrupted: count(({ complete, status }) => !complete && (status === 200 || status === 0)),
    unavailable: count(({ status }) => status === 503),
    lost,
    double,
    overspend,
    recoverySeconds,
    remark: trial.remark,
  });

  const services = [plant.billing, ...plant.relays, plant.console].filter((service) => service !== undefined);
  const crashes = services.flatMap(({ crash, crashesWhileServing }) => [...crashesWhileServing, crash ?? []].flat());
  assert.deepEqual(crashes, [], 'no service ended by itself');
  assertConsistentTruth(trial);
  assert.equal(lost, 0, `quota that was used and not charged\n${examples(bills, charges)}`);
  assert.equal(double, 0, `quota that was charged and not used\n${examples(bills, charges)}`);
  assert.equal(overspend, 0, 'quota that users spent beyond their balance');
  customers.forEach((customer, index) => {
    const { balance, remain, consumed } = accounts[index] as (typeof accounts)[number];
    assert.equal(balance, customer.balance - consumed, `balance of ${customer.name} is the start less its charges`);
    assert.equal(remain, customer.balance - consumed, `remainder of the key of ${customer.name}`);
  });
  assert.equal(unrest, undefined, 'wallets come to rest');
  assert.equal(await auditProblems(plant), undefined, 'the audit finds nothing');
}

function bill({ plant, kills = [] }: Pick<Trial, 'plant' | 'kills'>, seen: Seen): Bill {
  return billOf(seen, plant.upstream.requests(seen.correlation), kills);
}

/** How many requests have less in the journal than they must. */
async function findMissing(plant: Plant, bills: ReadonlyMap<Seen, Bill>): Promise<number> {
  const charges = await readCharges(plant);
  return [...bills].filter(([{ id }, { least }]) => (charges.get(id) ?? 0) < least).length;
}

/**
 * Quota by which charges lie below the least and above the most. Requests whose id the client never learned have
 * their charges compared together.
 */
function compare(bills: ReadonlyMap<Seen, Bill>, charges: ReadonlyMap<string, number>) {
  let lost = 0;
  let double = 0;
  let nameless = 0;
  for (const [{ id }, { least, most }] of bills) {
    const charge = charges.get(id) ?? 0;
    if (id === '') nameless += most;
    else {
      lost += Math.max(0, least - charge);
      double += Math.max(0, charge - most);
    }
  }
  const known = new Set([...bills.keys()].map(({ id }) => id));
  const unknown = [...charges].filter(([id]) => !known.has(id)).reduce((sum, [, charge]) => sum + charge, 0);
  return { lost, double: double + Math.max(0, unknown - nameless) };
}

function examples(bills: ReadonlyMap<Seen, Bill>, charges: ReadonlyMap<string, number>): string {
  return [...bills]
    .filter(([{ id }, { least, most }]) => id && ((charges.get(id) ?? 0) < least || (charges.get(id) ?? 0) > most))
    .slice(0, 10)
    .map(([{ id, model, status, complete, tokenTimes, error }, { least, most }]) => {
      const facts = `${model} ${status} ${complete ? 'complete' : 'broken off'}, ${tokenTimes.length} tokens`;
      return `${id}: charged ${charges.get(id)} of ${least}..${most}; ${facts} ${error ?? ''}`;
    })
    .join('\n');
}

/** What client and upstream say of a complete answer must be the same, else neither is a measure. */
function assertConsistentTruth({ plant, client }: Trial): void {
  for (const { correlation, complete, usage, id } of client.seen) {
    if (!complete || !usage) continue;
    const sent = plant.upstream.requests(correlation).filter(({ outcome }) => outcome === 'completed');
    assert.equal(sent.length, 1, `${id} was asked of the upstream once`);
    assert.equal(sent[0]?.contentTokens, usage.completion, `${id}: tokens sent and reported`);
  }
}

/** Waits until nothing is held and every wallet shows the balance of Postgres; answers what is left otherwise. */
async function restless({ plant, customers }: Trial, end: number): Promise<string | undefined> {
  for (;;) {
    const problems: string[] = [];
    for (const customer of customers) {
      const [wallet, { balance, sequence }] = [await readWallet(plant, customer), await readAccount(plant, customer)];
      if (!wallet) continue;
      const { account, held, holds } = wallet;
      const same = account === undefined || (account.base === balance && account.version === sequence);
      if (held !== 0 || holds.length > 0 || !same) {
        problems.push(`${customer.name}, balance ${balance} at ${sequence}: ${JSON.stringify(wallet)}`);
      }
    }
    if (problems.length === 0) return undefined;
    if (Date.now() > end) return problems.join('\n');
    await sleep(200);
  }
}
