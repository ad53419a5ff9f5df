import type { Relay } from '../../context.ts';
import { objectMember } from '../../dialects/gemini/members.ts';
import { readPrompt } from '../../dialects/gemini/text.ts';
import type { Admitted } from '../admit.ts';
import { countPrompt } from '../count-prompt.ts';
import type { RequestBody } from '../request-body.ts';

/** How many tokens a request would read, counted here; free, as at Google. Files are not counted. */
export async function countTokens(
  relay: Pick<Relay, 'counter'>,
  admitted: Admitted,
  model: string,
  body: RequestBody,
): Promise<{ totalTokens: number }> {
  const parsed = body.parse();
  // A whole request may stand inside.
  const prompt = readPrompt(parsed) + readPrompt(objectMember(parsed, 'generateContentRequest'));
  return { totalTokens: await countPrompt(relay, admitted, model, prompt) };
}
