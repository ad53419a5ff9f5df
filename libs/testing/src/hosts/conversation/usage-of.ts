import { answerTo } from './answer-to.ts';
import type { Conversation } from './conversation.ts';
import { countTokens } from './tokens.ts';

/** Tokens; every detail is inside the total beside it. */
export interface HostUsage {
  readonly promptTokens: number;
  /** Read from the cache: when the last text of the user says “cached”. */
  readonly cachedTokens: number;
  /** Written to the cache: when something is marked for it and nothing is read. */
  readonly cacheWriteTokens: number;
  readonly completionTokens: number;
  readonly reasoningTokens: number;
}

const tokensOfAttachment = 100;

/** What hosts report for a conversation: a test computes the charge it expects from this. */
export function usageOf(conversation: Conversation): HostUsage {
  const { system, transcript, tools, images, documents, audio, text, cacheMarks, choices } = conversation;
  const read = [system, transcript, ...tools.map(({ name }) => name)].join('');
  const attachments = images.length + documents.length + audio.length;
  const promptTokens = Math.max(8, countTokens(read)) + attachments * tokensOfAttachment;
  const cachedTokens = /\bcached\b/i.test(text) ? Math.floor(promptTokens / 2) : 0;
  const cacheWriteTokens = cachedTokens === 0 && cacheMarks.length > 0 ? Math.floor(promptTokens / 4) : 0;
  const answer = answerTo(conversation);
  const reasoningTokens = countTokens(answer.reasoning) * choices;
  const said = answer.text + answer.calls.map((call) => call.name + call.arguments).join('');
  return {
    promptTokens,
    cachedTokens,
    cacheWriteTokens,
    completionTokens: countTokens(said) * choices + reasoningTokens,
    reasoningTokens,
  };
}
