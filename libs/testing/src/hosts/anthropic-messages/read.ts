import { type Attachment, attachmentOf } from '../conversation/attachment.ts';
import { type AskedReasoning, type Conversation, createConversation } from '../conversation/conversation.ts';
import { elements, isObject, isText } from '../shape.ts';
import { claudeModel } from './claude-model.ts';
import { type Block, mergeTurns, type Turn } from './turns.ts';
import { cacheMarksOf, type MessagesBody } from './verify.ts';

/** What a verified body asks. */
export function readMessages(body: MessagesBody): Conversation {
  const turns = mergeTurns(body.messages as { role: Turn['role']; content: unknown }[]);
  const all = turns.flatMap(({ blocks }) => blocks);
  const inside = all.flatMap((block) => (block.type === 'tool_result' ? (elements(block.content) as Block[]) : []));
  const lastUser = turns.findLast(({ role, blocks }) => role === 'user' && blocks.some(({ type }) => type === 'text'));
  const system = isText(body.system) ? body.system : textOf(elements(body.system) as Block[]);
  const choice = (body.tool_choice ?? { type: 'auto' }) as { type: string; name?: string };
  const outputConfig = (body.output_config ?? {}) as { format?: { schema: MessagesBody } };
  return createConversation({
    model: String(body.model),
    stream: body.stream === true,
    system,
    text: textOf(lastUser?.blocks ?? []),
    transcript: all.map(transcribe).join('\n'),
    images: attachmentsOf([...all, ...inside], 'image'),
    documents: attachmentsOf([...all, ...inside], 'document'),
    tools: (elements(body.tools) as Block[]).flatMap(({ name, input_schema }) =>
      isObject(input_schema) ? [{ name: String(name), schema: input_schema }] : [],
    ),
    toolChoice:
      choice.type === 'tool'
        ? { name: String(choice.name) }
        : choice.type === 'any'
          ? 'required'
          : (choice.type as 'auto' | 'none'),
    parallelCalls: (body.tool_choice as MessagesBody | undefined)?.disable_parallel_tool_use !== true,
    results: resultsOf(turns),
    reasoning: reasoningOf(body),
    replayed: all
      .filter(({ type }) => type === 'thinking')
      .map(({ thinking, signature }) => ({ text: String(thinking), signature: String(signature) })),
    format: outputConfig.format && { schema: outputConfig.format.schema },
    maxTokens: body.max_tokens as number,
    stop: (body.stop_sequences ?? []) as string[],
    cacheMarks: cacheMarksOf(body),
  });
}

function reasoningOf(body: MessagesBody): AskedReasoning | undefined {
  const { thinking, shownThinking } = claudeModel(String(body.model));
  const asked = body.thinking as { type: string; budget_tokens?: number; display?: string } | undefined;
  const on = asked ? asked.type !== 'disabled' : thinking === 'default' || thinking === 'always';
  if (!on) return undefined;
  return {
    effort: (body.output_config as { effort?: string } | undefined)?.effort,
    budgetTokens: asked?.budget_tokens,
    shown: asked?.display === undefined ? shownThinking : asked.display === 'summarized',
  };
}

function textOf(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => (isText(text) ? text : '')).join('');
}

function transcribe(block: Block): string {
  const { type, text, name, input, content } = block;
  if (type === 'tool_use') return `${name}${JSON.stringify(input)}`;
  if (type === 'tool_result') return contentText(content);
  return isText(text) ? text : '';
}

function contentText(content: unknown): string {
  return isText(content) ? content : textOf(elements(content) as Block[]);
}

function attachmentsOf(blocks: readonly Block[], type: string): Attachment[] {
  return blocks
    .filter((block) => block.type === type)
    .map(({ source }) => {
      const { type: kind, media_type, data, url } = source as Record<string, string>;
      if (kind === 'url') return { url: String(url) };
      const base64 = kind === 'text' ? Buffer.from(String(data)).toString('base64') : String(data);
      return attachmentOf(String(media_type), base64);
    });
}

function resultsOf(turns: readonly Turn[]): Conversation['results'] {
  const calls = turns.flatMap(({ blocks }) => blocks).filter(({ type }) => type === 'tool_use');
  const last = turns.at(-1)?.blocks.filter(({ type }) => type === 'tool_result') ?? [];
  return last.map(({ tool_use_id, content }) => ({
    id: String(tool_use_id),
    name: String(calls.findLast(({ id }) => id === tool_use_id)?.name ?? ''),
    text: contentText(content),
  }));
}
