import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditProblems, readAccount, readCharges } from '../chaos/books.ts';
import { priceOf } from '../chaos/tariff.ts';
import type { Customer, Plant } from '../plant/plant.ts';
import { countAnswers } from './answers.ts';

const patienceMs = 120_000;

/**
 * Compares the books with what the upstream delivered: as many charges as answers, of the same sum, out of balances that
 * fell by it and not below zero. Answers what it compared; throws where they differ.
 */
export async function checkMoney(plant: Plant, customers: readonly Customer[]): Promise<string[]> {
  const requests = plant.upstream.requests().filter(({ status }) => status === 200);
  const forgotten = plant.upstream.forgotten();
  const broken = forgotten.reduce(
    (sum, { others }) => sum + others,
    requests.filter(({ outcome }) => outcome !== 'completed').length,
  );
  assert.equal(broken, 0, 'answers of the upstream that nobody heard to their end');
  const answers = countAnswers(plant.upstream);
  const owed =
    requests.reduce((sum, { model, usage }) => sum + priceOf(model, usage ?? unknownUsage(model)), 0) +
    forgotten.reduce((sum, { model, completed, usage }) => sum + priceOf(model, usage, completed), 0);

  const charges = await settled(plant, answers);
  const charged = charges.reduce((sum, charge) => sum + charge, 0);
  assert.deepEqual(
    [charges.length, charged],
    [answers, owed],
    'number and sum of charges, by the books and by the upstream',
  );
  const accounts = await Promise.all(customers.map((customer) => readAccount(plant, customer)));
  for (const [index, { balance, consumed }] of accounts.entries()) {
    const { name, balance: begun } = customers[index] as Customer;
    assert.equal(balance, begun - consumed, `balance of ${name} is what it began with less what it used`);
    assert.ok(balance >= 0, `${name} spent more than the balance`);
  }
  const fell = customers.reduce((sum, { balance }, index) => sum + balance - (accounts[index]?.balance ?? 0), 0);
  assert.equal(fell, owed, 'what the balances fell by');
  assert.equal(await auditProblems(plant), undefined, 'the audit finds nothing');
  return [
    `${answers} answers delivered by the upstream, ${charges.length} charges in the journal`,
    `${owed} quota owed, ${charged} charged; balances fell by ${fell}`,
    'the audit of every account finds nothing',
  ];
}

/** The charges that cost something, when there are as many as there must be. */
async function settled(plant: Plant, count: number): Promise<number[]> {
  for (const end = Date.now() + patienceMs; ; await sleep(250)) {
    const charges = [...(await readCharges(plant)).values()].filter((charge) => charge > 0);
    if (charges.length >= count || Date.now() > end) return charges;
  }
}

function unknownUsage(model: string): never {
  throw new Error(`The upstream answered ${model} without usage, so nobody knows what it should cost.`);
}
