import { randomBytes } from 'node:crypto';
import { answerTo } from '../conversation/answer-to.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { usageOf } from '../conversation/usage-of.ts';
import { elements } from '../shape.ts';
import type { ResponsesBody } from './verify.ts';
import { encryptedContent } from './verify-items.ts';

export type OutputItem =
  | {
      readonly type: 'reasoning';
      readonly id: string;
      readonly summary: readonly { readonly type: 'summary_text'; readonly text: string }[];
      readonly encrypted_content?: string;
    }
  | {
      readonly type: 'message';
      readonly id: string;
      readonly role: 'assistant';
      readonly status: string;
      readonly content: readonly OutputText[];
    }
  | {
      readonly type: 'function_call';
      readonly id: string;
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
      readonly status: string;
    }
  | {
      readonly type: 'custom_tool_call';
      readonly id: string;
      readonly call_id: string;
      readonly name: string;
      readonly input: string;
      readonly status: string;
    };

export interface OutputText {
  readonly type: 'output_text';
  readonly text: string;
  readonly annotations: readonly unknown[];
  readonly logprobs: readonly unknown[];
}

/** The response that answers the body which was read as this conversation. */
export function writeResponse(body: ResponsesBody, conversation: Conversation) {
  const { finish } = answerTo(conversation);
  const incomplete = finish === 'length';
  return {
    id: newId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: incomplete ? 'incomplete' : 'completed',
    background: false,
    error: null,
    incomplete_details: incomplete ? { reason: 'max_output_tokens' } : null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model: conversation.model,
    output: writeOutput(body, conversation),
    parallel_tool_calls: conversation.parallelCalls,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: body.reasoning ?? { effort: null, summary: null },
    service_tier: 'default',
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: body.text ?? { format: { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: body.top_p ?? 1,
    truncation: 'disabled',
    usage: writeUsage(conversation),
    metadata: body.metadata ?? {},
  };
}

function writeOutput(body: ResponsesBody, conversation: Conversation): OutputItem[] {
  const { reasoning, text, calls, finish } = answerTo(conversation);
  const output: OutputItem[] = [];
  if (conversation.reasoning) {
    const id = newId('rs');
    output.push({
      type: 'reasoning',
      id,
      summary: conversation.reasoning.shown ? [{ type: 'summary_text', text: reasoning }] : [],
      ...(elements(body.include).includes('reasoning.encrypted_content') && {
        encrypted_content: encryptedContent(id),
      }),
    });
  }
  if (calls.length === 0) {
    const content = [{ type: 'output_text' as const, text, annotations: [], logprobs: [] }];
    const status = finish === 'length' ? 'incomplete' : 'completed';
    output.push({ type: 'message', id: newId('msg'), role: 'assistant', status, content });
  }
  for (const { name, arguments: given } of calls) {
    const call = { call_id: newId('call'), name, status: 'completed' };
    if (isCustom(body, name)) output.push({ type: 'custom_tool_call', id: newId('ctc'), ...call, input: given });
    else output.push({ type: 'function_call', id: newId('fc'), ...call, arguments: given });
  }
  return output;
}

function isCustom({ tools }: ResponsesBody, name: string): boolean {
  return (elements(tools) as ResponsesBody[]).some((tool) => tool.type === 'custom' && tool.name === name);
}

function writeUsage(conversation: Conversation) {
  const { promptTokens, cachedTokens, completionTokens, reasoningTokens } = usageOf(conversation);
  return {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: 0 },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: promptTokens + completionTokens,
  };
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
