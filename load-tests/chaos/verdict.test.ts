import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openKv } from '@switchyard/kv';
import { sql } from 'kysely';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import type { Service } from '../plant/service.ts';
import { auditProblems, readAccount, readCharges } from './books.ts';
import { Client } from './client.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

/** Whoever looks must see it at once: nothing is on its way any more. */
const patienceMs = 500;

let plant: Plant;
let customer: Customer;
let requestId: string;
const client = new Client();
before(async () => {
  // These are no figures of a fault.
  delete process.env.FAULT_REPORT;
  plant = await startPlant({ models: cards, withConsole: true });
  customer = await plant.customer('regular', 1_000_000);
  const url = plant.relays[0]?.url as string;
  for (let count = 0; count < 3; count++) await client.ask({ url, customer, model: models.short, stream: false });
  requestId = client.seen[0]?.id as string;
  await until(async () => (await readCharges(plant)).size === 3);
  await verdict(60_000);
});
after(async () => {
  await client.close();
  await plant?.stop();
});

async function verdict(withinMs = patienceMs): Promise<void> {
  const trial = { plant, client, customers: [customer], patienceMs: withinMs };
  await judge({ ...trial, fault: 'none', recovery: watchRecovery(trial) });
}

/** Does something wrong, lets both look at it, and takes it back. */
async function bothFind(wrong: string, back: string): Promise<void> {
  const change = async (statements: string) => {
    for (const statement of statements.split(';')) await sql.raw(statement).execute(plant.db);
  };
  const fill = (statements: string) =>
    statements.replaceAll(':user', String(customer.userId)).replaceAll(':request', `'${requestId}'`);
  await change(fill(wrong));
  try {
    await assert.rejects(verdict());
    assert.notEqual(await auditProblems(plant), undefined, 'the audit');
  } finally {
    await change(fill(back));
  }
}

test('a journal row too many is found', async () => {
  await bothFind(
    `INSERT INTO journal (kind, reference, user_id, amount, note) VALUES ('gift', 'again', :user, 100, '')`,
    `DELETE FROM journal WHERE kind = 'gift' AND reference = 'again'`,
  );
});

test('a balance that was changed once more is found', async () => {
  await bothFind(
    'UPDATE accounts SET balance = balance + 100 WHERE user_id = :user',
    'UPDATE accounts SET balance = balance - 100 WHERE user_id = :user',
  );
});

test('a charge that was made twice is found', async () => {
  await bothFind(
    `UPDATE journal SET amount = amount * 2 WHERE kind = 'consume' AND reference = :request`,
    `UPDATE journal SET amount = amount / 2 WHERE kind = 'consume' AND reference = :request`,
  );
});

test('a charge that is missing is found', async () => {
  await bothFind(
    `CREATE TABLE kept AS SELECT * FROM journal WHERE kind = 'consume' AND reference = :request;
     DELETE FROM journal WHERE kind = 'consume' AND reference = :request`,
    'INSERT INTO journal SELECT * FROM kept; DROP TABLE kept',
  );
});

test('nothing is found when all of it was taken back', () => verdict());

test('a credit that was booked twice, with all sums, is found by the verdict', async () => {
  // No invariant can know that a gift was meant once: only who gave it does.
  await sql`
    INSERT INTO journal (kind, reference, user_id, amount, note) VALUES ('gift', 'again', ${customer.userId}, 100, '')
  `.execute(plant.db);
  await sql`UPDATE accounts SET balance = balance + 100 WHERE user_id = ${customer.userId}`.execute(plant.db);
  await assert.rejects(verdict());
  await sql`DELETE FROM journal WHERE reference = 'again'`.execute(plant.db);
  await sql`UPDATE accounts SET balance = balance - 100 WHERE user_id = ${customer.userId}`.execute(plant.db);
});

test('a wallet with another balance than its account is found', async () => {
  const { balance, sequence } = await readAccount(plant, customer);
  const kv = await openKv({ redisUrl: plant.redis.url });
  await kv.wallet.load(customer.userId, { version: sequence + 1, base: balance + 100, frozen: false }, []);
  await kv.close();
  await assert.rejects(verdict());
  assert.match((await auditProblems(plant)) ?? '', /wallet-balance-is-account +2 +1/);
});

async function endsByItself(service: Service): Promise<void> {
  process.kill(service.pid, 'SIGKILL');
  await until(() => service.crash !== undefined);
}

// These two come last: that a service ended by itself is not forgotten.
test('a service that ended by itself is found, though it printed much since it was ready and was started again', async () => {
  const [relay] = plant.relays as [Service];
  await relay.start();
  appendFileSync(join(plant.folder, 'relay-0.log'), 'a line\n'.repeat(100));
  await endsByItself(relay);
  await relay.start();
  await assert.rejects(verdict(), ({ actual }) => /^relay ended by itself/.test(actual));
});

test('so is a console', async () => {
  await endsByItself(plant.console as Service);
  await assert.rejects(verdict(), ({ actual }) => /(^|,)console ended by itself/m.test(actual));
});
