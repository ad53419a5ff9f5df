import type { Relay } from '../../context.ts';
import { readPrompt } from '../../dialects/anthropic-messages/text.ts';
import { refuse } from '../../errors.ts';
import type { Admitted } from '../admit.ts';
import { readModel, requireInput } from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';

/** How many tokens a request would read, counted here; free, as at Anthropic. Pictures are not counted. */
export async function countTokens(
  relay: Pick<Relay, 'counter'>,
  { caller, snapshot }: Admitted,
  body: RequestBody,
): Promise<{ input_tokens: number }> {
  const model = readModel(body.read('model'));
  requireInput(body, 'messages', '[', 'a non-empty array');
  if (caller.models && !caller.models.has(model)) throw refuse('model_not_allowed', model);
  if (!snapshot.knows(model)) throw refuse('model_not_found', model);
  const [tokens = 0] = await relay.counter.count(readPrompt(body.parse()));
  return { input_tokens: tokens };
}
