import type { Relay } from '../../context.ts';
import { readPrompt } from '../../dialects/anthropic-messages/text.ts';
import type { Admitted } from '../admit.ts';
import { countPrompt } from '../count-prompt.ts';
import { readModel, requireInput } from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';

/** How many tokens a request would read, counted here; free, as at Anthropic. Pictures are not counted. */
export async function countTokens(
  relay: Pick<Relay, 'counter'>,
  admitted: Admitted,
  body: RequestBody,
): Promise<{ input_tokens: number }> {
  const model = readModel(body.read('model'));
  requireInput(body, 'messages', '[', 'a non-empty array');
  return { input_tokens: await countPrompt(relay, admitted, model, readPrompt(body.parse())) };
}
