import type { Conversation } from '../conversation/conversation.ts';
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
