import type { State } from './api.ts';

/** `unseen`: nobody has looked lately, so nothing can be said. */
export type Standing = 'well' | 'letters' | 'unseen' | 'breached';

/** An audit runs each minute; after as long the operator is alarmed too. */
const longestPauseSeconds = 600;

/** How the books stand: the worst that is to be said of them. */
export function standingOf({ audited_at: auditedAt, open_breaches, dead_letters }: State, now: number): Standing {
  if (open_breaches > 0) return 'breached';
  if (now - auditedAt > longestPauseSeconds) return 'unseen';
  return dead_letters > 0 ? 'letters' : 'well';
}
