import type { Conversation } from '../conversation/conversation.ts';
import { usageOf } from '../conversation/usage-of.ts';
import { demand } from '../refusal.ts';
import { eventsOf, type MessageEvent } from './events.ts';
import { readMessages } from './read.ts';
import type { ClaudeSurface } from './surface.ts';
import { type MessagesBody, verifyBody } from './verify.ts';
import { wholeMessage, writeMessage } from './write.ts';

export interface ClaudeAnswer {
  readonly conversation: Conversation;
  readonly message: ReturnType<typeof wholeMessage>;
  readonly events: readonly MessageEvent[];
}

/** Verifies a body, which names its model, and answers it: whole, and as the events of a stream. */
export function answerMessages(body: MessagesBody, surface: ClaudeSurface): ClaudeAnswer {
  verifyBody(body, surface);
  const conversation = readMessages(body);
  const written = writeMessage(body, conversation);
  return { conversation, message: wholeMessage(written), events: eventsOf(written) };
}

/** Counts the tokens of a body, which has neither a limit nor a stream. */
export function countMessages(body: MessagesBody, surface: ClaudeSurface) {
  for (const name of ['max_tokens', 'stream']) demand(!(name in body), `${name}: Extra inputs are not permitted`);
  // More than any budget for thinking.
  const asked = { ...body, max_tokens: 1_000_000 };
  verifyBody(asked, surface);
  const conversation = readMessages(asked);
  return { conversation, counted: { input_tokens: usageOf(conversation).promptTokens } };
}
