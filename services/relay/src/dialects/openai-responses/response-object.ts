import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../canonical.ts';
import type { Answer } from '../dialect.ts';
import { writeUsage } from './usage.ts';

interface Fields {
  readonly id: string;
  readonly model: string;
  readonly status: Json & { readonly status: string };
  readonly output: readonly Json[];
  readonly usage?: UsageTokens | undefined;
  readonly serviceTier?: string | undefined;
}

/** A response with what it was asked for repeated, as OpenAI has it. Nothing is stored here. */
export function responseObject({ id, model, status, output, usage, serviceTier }: Fields, answer: Answer): Json {
  const { request } = answer;
  return {
    id: id.startsWith('resp_') ? id : `resp_${answer.requestId.replaceAll('-', '')}`,
    object: 'response',
    created_at: answer.createdAt,
    error: null,
    incomplete_details: null,
    ...status,
    background: false,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: request.metadata ?? {},
    model: model || answer.model,
    output,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: null,
    reasoning: request.reasoning ?? { effort: null, summary: null },
    service_tier: serviceTier ?? request.service_tier ?? 'default',
    store: false,
    temperature: request.temperature ?? 1,
    text: request.text ?? { format: { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: request.top_p ?? 1,
    truncation: request.truncation ?? 'disabled',
    usage: usage ? writeUsage(usage) : null,
  };
}
