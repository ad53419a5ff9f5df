import type { Relay } from '../../context.ts';
import { objectMember } from '../../dialects/gemini/members.ts';
import { readPrompt } from '../../dialects/gemini/text.ts';
import { refuse } from '../../errors.ts';
import type { Admitted } from '../admit.ts';
import type { RequestBody } from '../request-body.ts';

/** How many tokens a request would read, counted here; free, as at Google. Files are not counted. */
export async function countTokens(
  relay: Pick<Relay, 'counter'>,
  { caller, snapshot }: Admitted,
  model: string,
  body: RequestBody,
): Promise<{ totalTokens: number }> {
  if (caller.models && !caller.models.has(model)) throw refuse('model_not_allowed', model);
  if (!snapshot.knows(model)) throw refuse('model_not_found', model);
  const parsed = body.parse();
  // A whole request may stand inside.
  const prompt = readPrompt(parsed) + readPrompt(objectMember(parsed, 'generateContentRequest'));
  const [totalTokens = 0] = await relay.counter.count(prompt);
  return { totalTokens };
}
