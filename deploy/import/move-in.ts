import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { carryChannels } from './carry/channels.ts';
import { carryCodes } from './carry/codes.ts';
import { carryEarlierUsage } from './carry/earlier-usage.ts';
import { carryInviters } from './carry/inviters.ts';
import { carryLogs } from './carry/logs.ts';
import { carryOptions } from './carry/options.ts';
import { carryOrders } from './carry/orders.ts';
import { carryTokens } from './carry/tokens.ts';
import { carryUsers } from './carry/users.ts';
import { Findings } from './findings.ts';
import type { Gateway } from './gateways/gateway.ts';
import type { Installation } from './installation.ts';
import { beginImport, type Run } from './run.ts';
import type { Source } from './source/source.ts';
import { compareSums, type Sum } from './sums.ts';

/** Where others move in. */
type Target = Pick<Installation, 'db' | 'keys' | 'root'>;

export interface Outcome {
  readonly findings: Findings;
  readonly sums: readonly Sum[];
}

/** Brings another gateway here. Killed and started again it goes on where it was, and ends with the same result. */
export async function moveIn(installation: Target, gateway: Gateway, source: Source): Promise<Outcome> {
  const { db } = installation;
  const run: Run = {
    ...installation,
    gateway,
    source,
    findings: new Findings(),
    isDry: false,
    transact: (work) => db.transaction().execute(work),
  };
  const { logId, isFinished } = await beginImport(run);
  await carryOptions(run);
  const carried = await carryAccounts(run);
  if (!isFinished) await carryLogs(run, carried, logId);
  await carryEarlierUsage(run, carried);
  await carryInviters(run, carried.users);
  await db
    .updateTable('imports')
    .set({ finished_at: sql`coalesce(finished_at, now())` })
    .where('source', '=', gateway.name)
    .execute();
  return { findings: run.findings, sums: await compareSums(run) };
}

class TakenBack extends Error {}

/** What `moveIn` would find and bring, but for the log, whose rows are counted. Everything is taken back in the end. */
export async function tryMoveIn(installation: Target, gateway: Gateway, source: Source): Promise<Outcome> {
  const findings = new Findings();
  let sums: Sum[] = [];
  const rehearse = async (trx: Transaction<Schema>) => {
    const run: Run = { ...installation, gateway, source, findings, isDry: true, transact: (work) => work(trx) };
    await beginImport(run);
    await carryOptions(run);
    await carryAccounts(run);
    sums = await compareSums({ ...run, db: trx });
    throw new TakenBack();
  };
  await installation.db
    .transaction()
    .execute(rehearse)
    .catch((error) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  return { findings, sums };
}

/** Everything that is no past usage. */
async function carryAccounts(run: Run) {
  const users = await carryUsers(run);
  const tokens = await carryTokens(run, users);
  const channels = await carryChannels(run);
  await carryCodes(run, users);
  await carryOrders(run, users);
  return { users, tokens, channels };
}
