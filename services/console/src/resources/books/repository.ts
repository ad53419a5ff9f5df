import type { Database, Schema } from '@switchyard/db';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '../../http/page.ts';

/** An event may be as long as a message of the bus, a megabyte. */
const mostCharacters = 10_000;

export type BreachRow = Awaited<ReturnType<typeof listBreaches>>['rows'][number];
export type DeadLetterRow = Awaited<ReturnType<typeof listDeadLetters>>['rows'][number];
export type AuditRunRow = Awaited<ReturnType<typeof listAuditRuns>>['rows'][number];

export async function readState(db: Database) {
  const [last, openBreaches, deadLetters] = await Promise.all([
    db.selectFrom('audit_runs').select('finished_at').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    count(db.selectFrom('breaches').where('resolved_at', 'is', null)),
    count(db.selectFrom('dead_letters').where('dismissed_at', 'is', null)),
  ]);
  return { auditedAt: last?.finished_at ?? null, openBreaches, deadLetters };
}

/** A page of the breaches, open ones first, then the newest. */
export async function listBreaches(db: Database, page: Page) {
  const shown = db
    .selectFrom('breaches')
    .selectAll()
    .orderBy(sql`resolved_at IS NULL`, 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .as('breaches');
  const rows = await db
    .selectFrom(shown)
    .leftJoin('users', 'users.id', 'breaches.user_id')
    .leftJoin('accounts', 'accounts.user_id', 'breaches.user_id')
    .select(['breaches.id', 'invariant', 'breaches.user_id', 'username', 'detail', 'found_at', 'resolved_at', 'frozen'])
    .orderBy(sql`resolved_at IS NULL`, 'desc')
    .orderBy('breaches.id', 'desc')
    .execute();
  return { rows, total: await count(db.selectFrom('breaches')) };
}

/** A page of what could not be settled; what waits for a decision first, then the newest. */
export async function listDeadLetters(db: Database, page: Page) {
  const rows = await db
    .selectFrom('dead_letters')
    .leftJoin('users', 'users.id', 'dead_letters.user_id')
    .leftJoin('users as decider', 'decider.id', 'dead_letters.dismissed_by')
    .select(['dead_letters.id', 'dead_letters.created_at', 'subject', 'reason', 'user_id', 'users.username'])
    .select(['asked_at', 'dismissed_at', 'decider.username as dismissed_by'])
    .select(sql<string>`left(payload, ${mostCharacters})`.as('beginning'))
    .select(sql<boolean>`length(payload) > ${mostCharacters}`.as('isLonger'))
    .orderBy(sql`dismissed_at IS NULL`, 'desc')
    .orderBy('dead_letters.id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute();
  return { rows, total: await count(db.selectFrom('dead_letters')) };
}

/** A page of the audits of the last 30 days, newest first. */
export async function listAuditRuns(db: Database, page: Page) {
  const rows = await db
    .selectFrom('audit_runs')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute();
  return { rows, total: await count(db.selectFrom('audit_runs')) };
}

async function count<Table extends keyof Schema>(matches: SelectQueryBuilder<Schema, Table, object>): Promise<number> {
  const { total } = await matches.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}
