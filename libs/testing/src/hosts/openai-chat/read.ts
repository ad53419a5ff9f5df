import { type Attachment, attachmentOf, attachmentOfUrl } from '../conversation/attachment.ts';
import { type AskedReasoning, type Conversation, createConversation } from '../conversation/conversation.ts';
import { demand } from '../refusal.ts';
import { elements, isObject, isText } from '../shape.ts';
import type { ChatBody, OpenaiChatOptions } from './options.ts';

/** What a verified body asks. */
export function readChat(body: ChatBody, options: OpenaiChatOptions): Conversation {
  const messages = body.messages as ChatBody[];
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer').map(textOf);
  const lastUser = messages.findLast(({ role }) => role === 'user');
  const { reasoningField, readReasoning = readEffort } = options;
  const reasoning = readReasoning(body);
  return createConversation({
    model: String(body.model),
    stream: body.stream === true,
    system: system.join('\n'),
    text: textOf(lastUser),
    transcript: messages.map(transcribe).join('\n'),
    images: attachmentsOf(messages, 'image_url', (image) => attachmentOfUrl(image.url as string)),
    documents: attachmentsOf(messages, 'file', ({ file_data }) => {
      demand(file_data !== undefined, "Missing required parameter: 'file.file_data'.");
      return attachmentOfUrl(file_data as string);
    }),
    audio: attachmentsOf(messages, 'input_audio', (audio) =>
      attachmentOf(`audio/${audio.format}`, audio.data as string),
    ),
    tools: (elements(body.tools) as { function: ChatBody }[]).map(({ function: { name, parameters } }) => ({
      name: String(name),
      schema: isObject(parameters) ? parameters : { type: 'object', properties: {} },
    })),
    toolChoice: choiceOf(body.tool_choice),
    parallelCalls: body.parallel_tool_calls !== false,
    results: resultsOf(messages),
    reasoning: reasoning && { ...reasoning, shown: reasoningField !== undefined },
    replayed: messages.flatMap((message) => {
      const text = reasoningField && message[reasoningField];
      return isText(text) ? [{ text, signature: '' }] : [];
    }),
    format: formatOf(body.response_format),
    choices: Number(body.n ?? 1),
    maxTokens: (body.max_completion_tokens ?? body.max_tokens ?? undefined) as number | undefined,
    stop: [body.stop ?? []].flat() as string[],
  });
}

function readEffort({ reasoning_effort: effort }: ChatBody): Omit<AskedReasoning, 'shown'> | undefined {
  return isText(effort) && effort !== 'none' ? { effort } : undefined;
}

function textOf(message: ChatBody | undefined): string {
  const content = message?.content;
  if (isText(content)) return content;
  return (elements(content) as ChatBody[]).map(({ text }) => (isText(text) ? text : '')).join('');
}

function transcribe(message: ChatBody): string {
  const calls = elements(message.tool_calls) as { function: { name: string; arguments: string } }[];
  return textOf(message) + calls.map(({ function: called }) => called.name + called.arguments).join('');
}

function attachmentsOf(
  messages: readonly ChatBody[],
  type: string,
  read: (part: ChatBody) => Attachment,
): Attachment[] {
  const parts = messages.flatMap(({ content }) => elements(content) as ChatBody[]);
  return parts.filter((part) => part.type === type).map((part) => read(part[type] as ChatBody));
}

function choiceOf(choice: unknown): Conversation['toolChoice'] {
  if (isObject(choice)) return { name: (choice.function as { name: string }).name };
  return (choice ?? 'auto') as 'auto' | 'none' | 'required';
}

/** The results that end the conversation, by the names of their calls. */
function resultsOf(messages: readonly ChatBody[]): Conversation['results'] {
  const after = messages.findLastIndex(({ role }) => role !== 'tool') + 1;
  const calls = messages.flatMap(({ tool_calls }) => elements(tool_calls)) as {
    id: string;
    function: { name: string };
  }[];
  return messages.slice(after).map((message) => {
    const id = String(message.tool_call_id);
    return { id, name: calls.findLast((call) => call.id === id)?.function.name ?? '', text: textOf(message) };
  });
}

function formatOf(format: unknown): Conversation['format'] {
  if (!isObject(format) || format.type === 'text') return undefined;
  return { schema: (format.json_schema as { schema?: ChatBody } | undefined)?.schema };
}
