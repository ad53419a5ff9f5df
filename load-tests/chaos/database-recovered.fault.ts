import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { runCommand } from './run-command.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchyard-recovered-'));
const [archive, base] = [join(folder, 'archive'), join(folder, 'base')];
const client = new Client();

let plant: Plant;
let customer: Customer;
let dataDir: string;
let owner: { readonly uid: number; readonly gid: number };
before(async () => {
  plant = await startPlant({ models: cards, relays: 2 });
  customer = await plant.customer('customer', 50_000_000);
  const { rows } = await sql<{ data_directory: string }>`SHOW data_directory`.execute(plant.db);
  dataDir = rows[0]?.data_directory as string;
  owner = statSync(dataDir);
});
after(async () => {
  await client.close();
  await plant?.stop();
  rmSync(folder, { recursive: true });
});

/** Writes a file that Postgres, which does not run as root, may read. */
function writeForPostgres(path: string, text: string): void {
  writeFileSync(path, text);
  chownSync(path, owner.uid, owner.gid);
}

/** Keeps each finished segment from now on; `archive_mode` takes a restart. */
async function archiveSegments(): Promise<void> {
  chmodSync(folder, 0o711);
  mkdirSync(archive);
  chownSync(archive, owner.uid, owner.gid);
  await sql`ALTER SYSTEM SET archive_mode = on`.execute(plant.db);
  await sql`ALTER SYSTEM SET archive_command = ${sql.lit(`cp %p ${archive}/%f`)}`.execute(plant.db);
  await plant.postgres.kill();
  await startPostgres();
}

async function startPostgres(): Promise<void> {
  await plant.postgres.restart();
  await until(async () => (await plant.db.selectFrom('users').select('id').execute()).length > 0, 30_000);
}

/** A base back-up by the calls that any copying program can use; both must come from one session. */
async function copyBase(): Promise<void> {
  await plant.db.connection().execute(async (session) => {
    await sql`SELECT pg_backup_start('base', fast => true)`.execute(session);
    execFileSync('cp', ['-a', dataDir, base]);
    const { rows } = await sql<{ labelfile: string }>`SELECT labelfile FROM pg_backup_stop()`.execute(session);
    writeForPostgres(join(base, 'backup_label'), rows[0]?.labelfile as string);
  });
  execFileSync('sh', ['-c', `rm -rf ${base}/pg_wal/* ${base}/postmaster.pid`]);
}

/** The disk of Postgres is gone, with what was not archived; a new one gets the base back-up and follows the archive. */
async function recover(): Promise<Date> {
  await plant.postgres.kill();
  rmSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', base, dataDir]);
  appendFileSync(join(dataDir, 'postgresql.auto.conf'), `restore_command = 'cp ${archive}/%f %p'\n`);
  writeForPostgres(join(dataDir, 'recovery.signal'), '');
  await startPostgres();
  const { rows } = await sql<{ last: Date }>`SELECT pg_last_xact_replay_timestamp() AS last`.execute(plant.db);
  return rows[0]?.last as Date;
}

test('Postgres lost and recovered from its archive: what the archive lacks is booked again, each charge once', async () => {
  await archiveSegments();
  await runCommand(plant, 'backup', join(folder, 'file.backup'));
  const loads = [models.short, models.stream].map((model) => load(client, 4, 50, questions(plant, customer, model)));
  await sleep(1_000);
  await copyBase();
  await sleep(2_000);
  await sql`SELECT pg_switch_wal()`.execute(plant.db);
  await sleep(2_000);
  await Promise.all(loads.map((one) => one.stop()));
  await Promise.all([...plant.relays, plant.billing].map((service) => service.stop()));
  const charges = () =>
    plant.db.selectFrom('journal').select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const before = await charges();
  const last = await recover();
  assert.ok((await charges()).count < before.count, 'nothing was lost, so nothing is shown');
  assert.match(await runCommand(plant, 'restore', '--since', last.toISOString()), /[1-9]\d* messages of usage/);
  const trial = { plant, client, customers: [customer] };
  await plant.billing.start();
  const recovery = watchRecovery(trial);
  await Promise.all(plant.relays.map((relay) => relay.start()));
  const { status } = await client.ask(questions(plant, customer, models.short)(0));
  assert.equal(status, 200);
  await judge({ ...trial, fault: 'Postgres lost and recovered', recovery });
});
