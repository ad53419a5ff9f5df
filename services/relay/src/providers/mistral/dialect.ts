import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { chatVariant } from '../chat-variant.ts';
import { verdicts } from './errors.ts';
import { narrow } from './narrow.ts';
import { revise } from './revise.ts';

const differs =
  /"content"\s*:\s*\[|"arguments"\s*:\s*\{|model_length|num_cached_tokens|prompt_token_details|"object"\s*:\s*"error"/;

/** Texts and thoughts in one list, ids of calls in nine characters, and no member too many. */
export const mistralChat: UpstreamDialect = {
  ...chatVariant({ name: 'mistral', verdicts, revision: { when: differs, revise } }),
  writeRequest: (request, warn) => narrow(openaiChat.writeRequest(request, warn), warn),
};
