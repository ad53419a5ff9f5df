import type { Relay } from '../context.ts';
import { refuse } from '../errors.ts';
import type { Admitted } from './admit.ts';

/** Tokens of what a model would read, counted here. Rejects with a GatewayError when the key may not use the model. */
export async function countPrompt(
  { counter }: Pick<Relay, 'counter'>,
  { caller, snapshot }: Admitted,
  model: string,
  prompt: string,
): Promise<number> {
  if (caller.models && !caller.models.has(model)) throw refuse('model_not_allowed', model);
  if (!snapshot.knows(model)) throw refuse('model_not_found', model);
  return counter.countFree(prompt);
}
