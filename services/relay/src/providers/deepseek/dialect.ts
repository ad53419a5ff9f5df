import type { Json } from '../../dialects/canonical.ts';
import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { marks } from '../../dialects/openai-chat/passing.ts';
import { chatVariant } from '../chat-variant.ts';
import { verdicts } from './errors.ts';

const interrupted = 'insufficient_system_resource';

/** OpenAI's chats with one more reason to end: the host ran out of machines, and what it wrote is not all. */
export const deepseekChat: UpstreamDialect = {
  ...chatVariant({ verdicts, revision: { when: new RegExp(`"${interrupted}"`), revise } }),
  marks: { ...marks, corrected: { in: `"${interrupted}"`, open: () => revise } },
};

function revise(payload: Json): Json {
  if (!Array.isArray(payload.choices)) return payload;
  const choices = payload.choices.map((choice) =>
    isObject(choice) && choice.finish_reason === interrupted ? { ...choice, finish_reason: 'length' } : choice,
  );
  return { ...payload, choices };
}
