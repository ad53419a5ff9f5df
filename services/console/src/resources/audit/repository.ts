import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import type { Page } from '../../http/page.ts';
import { timeOf } from '../../http/time.ts';
import type { AuditQuery } from './schema.ts';

/** A page of the audit log, newest first, and how many entries match. */
export async function listAudit(db: Database, query: AuditQuery, page: Page) {
  const { username, keyword } = query;
  const from = timeOf(query.start_timestamp * 1000);
  const before = query.end_timestamp > 0 ? timeOf((query.end_timestamp + 1) * 1000) : undefined;
  let matches = db.selectFrom('audit_log');
  if (username) matches = matches.where(sql<boolean>`lower(actor) = ${username.trim().toLowerCase()}`);
  if (keyword) matches = matches.where(sql<boolean>`position(lower(${keyword}) in lower(content)) > 0`);
  if (from) matches = matches.where('created_at', '>=', from);
  if (before) matches = matches.where('created_at', '<', before);
  const rows = await matches.selectAll().orderBy('id', 'desc').limit(page.size).offset(page.offset).execute();
  const { total } = await matches.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}
