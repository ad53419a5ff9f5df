import { sealOf } from '../conversation/seal.ts';
import { demand } from '../refusal.ts';
import { elements, expectShape, isText } from '../shape.ts';
import { items, parts, partsOfRole } from './schema.ts';
import type { ResponsesBody } from './verify.ts';

/** Refuses items of unknown shape, calls and outputs that are not paired, and reasoning that was not made here. */
export function verifyItems(input: readonly ResponsesBody[], continued: boolean): void {
  demand(input.length > 0, "Invalid 'input': empty array.", { param: 'input' });
  const open = new Set<unknown>();
  const calls = new Set<unknown>();
  for (const [at, item] of input.entries()) {
    const where = `input[${at}]`;
    const type = String(item.type ?? 'message');
    const schema = items[type as keyof typeof items];
    demand(schema, `Invalid value: '${type}'.`, { code: 'invalid_value', param: where });
    expectShape(schema, item, where);
    if (type === 'message') verifyContent(item, where);
    if (type === 'function_call' || type === 'custom_tool_call') {
      calls.add(`${type}_output ${item.call_id}`);
      open.add(item.call_id);
    }
    if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      demand(
        continued || calls.has(`${type} ${item.call_id}`),
        `No tool call found for function call output with call_id ${item.call_id}.`,
        { param: 'input' },
      );
      open.delete(item.call_id);
    }
    if (type === 'reasoning') verifyReasoning(item, input[at + 1]);
  }
  const [unanswered] = open;
  demand(unanswered === undefined, `No tool output found for function call ${unanswered}.`, { param: 'input' });
}

/** The id under which reasoning is kept, sealed: what `encrypted_content` is here. */
export function encryptedContent(id: string): string {
  return sealOf('reasoning', id);
}

function verifyReasoning({ id, encrypted_content }: ResponsesBody, next: ResponsesBody | undefined): void {
  demand(
    isText(encrypted_content),
    `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`,
    { status: 404, param: 'input' },
  );
  demand(
    encrypted_content === encryptedContent(String(id)),
    `The encrypted content for item ${id} could not be verified.`,
    {
      code: 'invalid_encrypted_content',
    },
  );
  const followers: unknown[] = ['function_call', 'custom_tool_call', 'reasoning'];
  const follows = next && (followers.includes(next.type) || next.role === 'assistant');
  demand(follows, `Item '${id}' of type 'reasoning' was provided without its required following item.`);
}

function verifyContent({ role, content }: ResponsesBody, where: string): void {
  for (const [at, part] of elements(content).entries()) {
    const { type } = part as { type: string };
    const supported = partsOfRole[String(role)] ?? [];
    demand(
      supported.includes(type),
      `Invalid value: '${type}'. Supported values are: ${supported.map((each) => `'${each}'`).join(', ')}.`,
      { code: 'invalid_value', param: `${where}.content[${at}]` },
    );
    expectShape(parts[type as keyof typeof parts], part, `${where}.content[${at}]`);
  }
}
