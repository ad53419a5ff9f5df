import { type Attachment, attachmentOfUrl } from '../conversation/attachment.ts';
import { type Conversation, createConversation } from '../conversation/conversation.ts';
import { elements, isObject, isText } from '../shape.ts';
import type { ResponsesBody } from './verify.ts';

/** What a verified body asks; the model reasons unasked where `reasonsUnasked` says so. */
export function readResponses(body: ResponsesBody, reasonsUnasked: boolean): Conversation {
  const { input } = body;
  const list = isText(input) ? [{ role: 'user', content: input }] : (input as ResponsesBody[]);
  const system = list
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ content }) => textOf(content));
  const { effort, summary } = (body.reasoning ?? {}) as { effort?: string | null; summary?: string | null };
  const { format } = (body.text ?? {}) as { format?: { type: string; schema?: ResponsesBody } };
  const reasons = effort ? effort !== 'none' : reasonsUnasked;
  return createConversation({
    model: String(body.model),
    stream: body.stream === true,
    system: [body.instructions, ...system].filter(isText).join('\n'),
    text: textOf(list.findLast(({ role }) => role === 'user')?.content),
    transcript: list.map(transcribe).join('\n'),
    images: attachmentsOf(list, 'input_image', ({ image_url }) => attachmentOfUrl(String(image_url))),
    documents: attachmentsOf(list, 'input_file', ({ file_data, file_url }) =>
      attachmentOfUrl(String(file_data ?? file_url)),
    ),
    tools: (elements(body.tools) as ResponsesBody[])
      .filter(({ type }) => type === 'function' || type === 'custom')
      .map(({ name, parameters }) => ({
        name: String(name),
        schema: isObject(parameters) ? parameters : { type: 'object', properties: {} },
      })),
    toolChoice: isObject(body.tool_choice)
      ? { name: String(body.tool_choice.name) }
      : ((body.tool_choice ?? 'auto') as 'auto' | 'none' | 'required'),
    parallelCalls: body.parallel_tool_calls !== false,
    results: resultsOf(list),
    reasoning: reasons ? { effort: effort ?? undefined, shown: isText(summary) } : undefined,
    replayed: list
      .filter(({ type }) => type === 'reasoning')
      .map((item) => ({
        text: (item.summary as { text: string }[]).map(({ text }) => text).join(''),
        signature: String(item.encrypted_content),
      })),
    format: format && format.type !== 'text' ? { schema: format.schema } : undefined,
    maxTokens: (body.max_output_tokens ?? undefined) as number | undefined,
  });
}

function textOf(content: unknown): string {
  if (isText(content)) return content;
  return (elements(content) as ResponsesBody[]).map(({ text }) => (isText(text) ? text : '')).join('');
}

function transcribe(item: ResponsesBody): string {
  if (item.type === 'function_call') return `${item.name}${item.arguments}`;
  if (item.type === 'custom_tool_call') return `${item.name}${item.input}`;
  return textOf(item.content ?? item.output);
}

function attachmentsOf(
  list: readonly ResponsesBody[],
  type: string,
  read: (part: ResponsesBody) => Attachment,
): Attachment[] {
  const parts = list.flatMap(({ content, output }) => elements(content ?? output) as ResponsesBody[]);
  return parts.filter((part) => part.type === type).map(read);
}

/** The outputs that end the input, by the names of their calls. */
function resultsOf(list: readonly ResponsesBody[]): Conversation['results'] {
  const isOutput = (type: unknown) => type === 'function_call_output' || type === 'custom_tool_call_output';
  const isCall = (type: unknown) => type === 'function_call' || type === 'custom_tool_call';
  const after = list.findLastIndex(({ type }) => !isOutput(type)) + 1;
  return list.slice(after).map(({ call_id, output }) => ({
    id: String(call_id),
    name: String(list.findLast((item) => isCall(item.type) && item.call_id === call_id)?.name ?? ''),
    text: textOf(output),
  }));
}
