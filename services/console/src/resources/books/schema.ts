import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';

export const PageQuery = Type.Object(pageQuery);

export const BooksState = Type.Object({
  /** When the last audit ended, of whatever scope, in Unix seconds; 0: there was none in the last 30 days. */
  audited_at: Type.Integer(),
  open_breaches: Type.Integer(),
  /** Without those that were dismissed. */
  dead_letters: Type.Integer(),
});
export type BooksState = Static<typeof BooksState>;

export const BreachView = Type.Object({
  id: Type.Integer(),
  /** Name of what must hold, as `npm run audit` says it. */
  invariant: Type.String(),
  user_id: Type.Integer(),
  username: Type.String(),
  /** The figures that should agree. */
  detail: Type.String(),
  /** Unix seconds. */
  found_at: Type.Integer(),
  /** 0 while it is open. */
  resolved_at: Type.Integer(),
  /** Whether the user is frozen now. */
  frozen: Type.Boolean(),
});
export type BreachView = Static<typeof BreachView>;

export const BreachPage = pageOf(BreachView);

export const DeadLetterView = Type.Object({
  id: Type.Integer(),
  /** Unix seconds. */
  created_at: Type.Integer(),
  subject: Type.String(),
  reason: Type.String(),
  /** 0: the event does not say whose it is. */
  user_id: Type.Integer(),
  username: Type.String(),
  /** `asked`: billing is to book it again. One that it has booked is in the list no more. */
  state: Type.Union([Type.Literal('open'), Type.Literal('asked'), Type.Literal('dismissed')]),
  /** Unix seconds; 0: it was not dismissed. */
  dismissed_at: Type.Integer(),
  /** Name of the administrator. */
  dismissed_by: Type.String(),
  /** The event as it came, without addresses that callers gave for notices; a long one ends with an ellipsis. */
  event: Type.String(),
});
export type DeadLetterView = Static<typeof DeadLetterView>;

export const DeadLetterId = Type.Object({ id: Type.Integer({ minimum: 1 }) });

export const DeadLetterPage = pageOf(DeadLetterView);

export const AuditRunView = Type.Object({
  id: Type.Integer(),
  /** `touched`: whose account had changed. */
  scope: Type.Union([Type.Literal('touched'), Type.Literal('all')]),
  /** Unix seconds. */
  started_at: Type.Integer(),
  finished_at: Type.Integer(),
  /** How many were examined, and how many of them were in breach. */
  users: Type.Integer(),
  breaches: Type.Integer(),
});
export type AuditRunView = Static<typeof AuditRunView>;

export const AuditRunPage = pageOf(AuditRunView);
