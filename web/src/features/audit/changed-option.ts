import type { AuditEntry, OptionChangeView } from '@switchyard/console/calls';

/** Both are written in one transaction. */
const mostSecondsApart = 2;

/** The setting that an entry is about; blank when it is about something else. */
export function changedOption({ content }: Pick<AuditEntry, 'content'>): string {
  return /^Changed option (\w+) /.exec(content)?.[1] ?? '';
}

/** The change that an entry notes, among the changes of its setting. */
export function changeOf(
  { username, created_at: time }: Pick<AuditEntry, 'username' | 'created_at'>,
  changes: readonly OptionChangeView[],
): OptionChangeView | undefined {
  return changes.find(
    (change) => change.username === username && Math.abs(change.created_at - time) <= mostSecondsApart,
  );
}
