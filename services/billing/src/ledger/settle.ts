import { readOptions } from '@switchyard/contracts';
import type { Database, Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { changesOf, type Request } from './changes.ts';
import { type Figures, readFigures } from './figures.ts';
import { type Known, readKnown } from './known.ts';
import { type DeadLetter, park } from './park.ts';
import type { ReceivedEvent } from './received.ts';
import { taskRecordOf } from './task-record.ts';
import { merge, recordOf, type UsageRecord } from './usage-record.ts';
import { writeChanges } from './write.ts';

export interface ReceivedRequest extends Request {
  readonly lines: readonly string[];
}

/**
 * Brings the books to the greatest charge of each request, in one transaction, and answers the figures of every
 * user, token and hold named, also of those that did not change. Events may repeat and come in any order. Those that
 * contradict the books are parked.
 */
export async function settle(db: Database, events: readonly ReceivedEvent[]): Promise<Figures[]> {
  return db.transaction().execute(async (trx) => {
    const { figures, refused } = await settleWithin(trx, events);
    await park(trx, refused);
    return figures;
  });
}

/** The same as a part of the caller's transaction; those that contradict the books are answered. */
export async function settleWithin(
  trx: Transaction<Schema>,
  events: readonly ReceivedEvent[],
): Promise<{ figures: Figures[]; refused: DeadLetter[] }> {
  const received = mergeEvents(events);
  const accounts = await lockAccounts(trx, received);
  const known = await readKnown(
    trx,
    received.map(({ record }) => record),
  );
  const accepted: Request[] = [];
  const refused: DeadLetter[] = [];
  for (const { lines, ...request } of received) {
    const { record, holdId } = request;
    const reason = reasonAgainst(record, accounts, known.get(record.id));
    if (reason === undefined) accepted.push(request);
    else refused.push(...lines.map((line) => ({ line, reason, userId: record.userId, holdId })));
  }
  await writeChanges(trx, changesOf(accepted, known, await isLogging(trx)));
  const figures = await readFigures(trx, {
    userIds: accepted.map(({ record }) => record.userId),
    tokenIds: accepted.map(({ record }) => record.tokenId),
    holdIds: accepted.map(({ holdId }) => holdId),
  });
  return { figures, refused };
}

/** One request per id and owner; two owners of one id contradict each other later. */
export function mergeEvents(events: readonly ReceivedEvent[]): ReceivedRequest[] {
  const requests = new Map<string, ReceivedRequest>();
  for (const { event, line } of events) {
    const key = `${event.id} ${event.userId} ${event.tokenId}`;
    const known = requests.get(key);
    const record = recordOf(event);
    const submitted = taskRecordOf(event);
    requests.set(
      key,
      known
        ? {
            ...known,
            record: merge(known.record, record),
            submitted: known.submitted ?? submitted,
            lines: [...known.lines, line],
          }
        : { record, holdId: event.holdId, submitted, lines: [line] },
    );
  }
  return [...requests.values()];
}

/** Why a request contradicts the books; undefined when it does not. */
export function reasonAgainst(
  record: UsageRecord,
  accounts: ReadonlySet<number>,
  known: Known = {},
): string | undefined {
  if (!accounts.has(record.userId)) return `user ${record.userId} has no account`;
  const owner = known.posted ?? known.logged?.record;
  if (owner === undefined || (owner.userId === record.userId && owner.tokenId === record.tokenId)) return undefined;
  return `request ${record.id} belongs to user ${owner.userId}, token ${owner.tokenId}`;
}

/** Accounts are locked in the order of their ids, before anything is read, so that instances never wait in a circle. */
async function lockAccounts(trx: Transaction<Schema>, requests: readonly Request[]): Promise<Set<number>> {
  const userIds = [...new Set(requests.map(({ record }) => record.userId))];
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM accounts WHERE user_id = ANY(${userIds}::bigint[]) ORDER BY user_id FOR NO KEY UPDATE
  `.execute(trx);
  return new Set(rows.map((row) => row.user_id));
}

async function isLogging(trx: Transaction<Schema>): Promise<boolean> {
  const rows = await trx
    .selectFrom('options')
    .select(['key', 'value'])
    .where('key', '=', 'LogConsumeEnabled')
    .execute();
  return readOptions(rows).options.LogConsumeEnabled;
}
