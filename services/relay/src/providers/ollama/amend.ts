import { type Amend, without } from '../amendment.ts';

/** Which models can think, only their server knows. */
export const amend: Amend = (refusal) =>
  refusal.status === 400 && /does not support thinking/i.test(refusal.body) ? without(refusal, 'think') : undefined;
