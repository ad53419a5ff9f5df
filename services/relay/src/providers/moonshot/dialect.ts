import type { Json } from '../../dialects/canonical.ts';
import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { marks } from '../../dialects/openai-chat/passing.ts';
import { chatVariant } from '../chat-variant.ts';
import { verdicts } from './errors.ts';

/** OpenAI's chats, but some streams that call tools end with `stop`. */
export const moonshotChat: UpstreamDialect = {
  ...chatVariant({ verdicts }),
  marks: {
    ...marks,
    corrected: { in: /"tool_calls"\s*:\s*\[|"finish_reason"\s*:\s*"stop"/, open: correctFinish },
  },
};

function correctFinish(): (payload: Json) => Json | undefined {
  /** Choices that called a tool, by their index. */
  const calling = new Set<unknown>();
  return (payload) => {
    if (!Array.isArray(payload.choices)) return undefined;
    const choices = payload.choices.filter(isObject);
    for (const { index, delta } of choices) {
      if (isObject(delta) && Array.isArray(delta.tool_calls) && delta.tool_calls.length > 0) calling.add(index);
    }
    const isWrong = (choice: Json) => choice.finish_reason === 'stop' && calling.has(choice.index);
    if (!choices.some(isWrong)) return undefined;
    const right = choices.map((choice) => (isWrong(choice) ? { ...choice, finish_reason: 'tool_calls' } : choice));
    return { ...payload, choices: right };
  };
}
