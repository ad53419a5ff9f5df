import { seconds } from '../../http/time.ts';
import type { AuditRunRow, BreachRow, DeadLetterRow } from './repository.ts';
import type { AuditRunView, BreachView, DeadLetterView } from './schema.ts';

/** Where a caller wants to hear of a task: such an address may carry a key of theirs. */
const hook = /("notifyHook"\s*:\s*)"(?:[^"\\]|\\.)*"?/g;

export function presentBreach({ user_id, username, found_at, resolved_at, frozen, ...breach }: BreachRow): BreachView {
  return {
    ...breach,
    user_id: user_id ?? 0,
    username: username ?? '',
    found_at: seconds(found_at),
    resolved_at: seconds(resolved_at),
    frozen: frozen ?? false,
  };
}

export function presentDeadLetter(row: DeadLetterRow): DeadLetterView {
  return {
    id: row.id,
    created_at: seconds(row.created_at),
    subject: row.subject,
    reason: row.reason,
    user_id: row.user_id ?? 0,
    username: row.username ?? '',
    state: row.dismissed_at ? 'dismissed' : row.asked_at ? 'asked' : 'open',
    dismissed_at: seconds(row.dismissed_at),
    dismissed_by: row.dismissed_by ?? '',
    event: row.beginning.replace(hook, '$1"…"') + (row.isLonger ? '…' : ''),
  };
}

export function presentAuditRun({ started_at, finished_at, ...run }: AuditRunRow): AuditRunView {
  return { ...run, started_at: seconds(started_at), finished_at: seconds(finished_at) };
}
