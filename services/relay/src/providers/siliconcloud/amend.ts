import { type Amend, without } from '../amendment.ts';

/** The switch for thinking is refused by models that have none. */
export const amend: Amend = (refusal) =>
  refusal.status === 400 && refusal.body.includes('enable_thinking') ? without(refusal, 'enable_thinking') : undefined;
