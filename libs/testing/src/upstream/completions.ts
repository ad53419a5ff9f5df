import { randomBytes } from 'node:crypto';
import { answer, promptTokens } from './answer.ts';
import type { Behaviour } from './behaviour.ts';
import type { Reply } from './reply.ts';
import type { CompletionRequest } from './requests.ts';
import { streamReply } from './stream-reply.ts';
import { wholeReply } from './whole-reply.ts';

/** POST /v1/completions, the older text completion. */
export function completions(request: CompletionRequest, behaviour: Behaviour): Reply {
  const prompts = [request.prompt].flat();
  const prompt = prompts.join('\n');
  const full = answer(prompt, behaviour.tokens);
  const words = full.slice(0, request.max_tokens ?? 16);
  const finish = words.length < full.length ? 'length' : 'stop';
  const choices = Array.from({ length: prompts.length * (request.n ?? 1) }, (_, index) => index);
  const envelope = {
    id: `cmpl-${randomBytes(12).toString('hex')}`,
    object: 'text_completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
  };
  const choice = (index: number, text: string, finish_reason: string | null) => ({
    text,
    index,
    logprobs: null,
    finish_reason,
  });
  if (request.stream && !behaviour.json) {
    const chunks = choices.flatMap((index) => [
      ...words.map((word) => ({ choices: [choice(index, word, null)], tokens: 1 })),
      { choices: [choice(index, '', finish)], tokens: 0, finish: true },
    ]);
    const includeUsage = request.stream_options?.include_usage === true;
    return streamReply({ envelope, chunks, promptTokens: promptTokens(prompt), includeUsage }, behaviour);
  }
  return wholeReply(
    {
      envelope,
      choices: choices.map((index) => choice(index, words.join(''), finish)),
      promptTokens: promptTokens(prompt),
      completionTokens: words.length * choices.length,
    },
    behaviour,
  );
}
