import { asText, isObject } from '../json.ts';

const deltas = new Set<unknown>([
  'response.output_text.delta',
  'response.refusal.delta',
  'response.function_call_arguments.delta',
  'response.custom_tool_call_input.delta',
  'response.reasoning_summary_text.delta',
  'response.reasoning_text.delta',
]);

/** What the model wrote, in an event or a whole response. */
export function readOutput(payload: unknown): string {
  if (!isObject(payload)) return '';
  if (payload.type !== undefined) return deltas.has(payload.type) ? asText(payload.delta) : '';
  return Array.isArray(payload.output) ? payload.output.map(textOfItem).join('') : '';
}

/** What the model reads: instructions, input, tools. */
export function readPrompt(body: Record<string, unknown>): string {
  const { instructions, input, tools } = body;
  const items = typeof input === 'string' ? input : Array.isArray(input) ? input.map(textOfItem).join('\n') : '';
  return [instructions, items, tools === undefined ? '' : JSON.stringify(tools)]
    .filter((text) => typeof text === 'string')
    .join('\n');
}

function textOfItem(item: unknown): string {
  if (!isObject(item)) return '';
  const { content, summary, name, arguments: given, input, output } = item;
  return [content, summary, name, given, input, output].map(textOf).join('');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part) => (isObject(part) ? asText(part.text ?? part.refusal) : '')).join('');
}
