import { CodeBlock } from '../../../components/code-block.tsx';
import { prettyJson } from '../../../lib/json-text.ts';
import type { ToolCall } from '../conversation.ts';

/** Calls of tools as the model wrote them; nobody carries them out here. */
export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  return calls.map(({ name, text }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: calls are only ever added
    <CodeBlock key={index} title={`${name}()`} text={prettyJson(text)} />
  ));
}
