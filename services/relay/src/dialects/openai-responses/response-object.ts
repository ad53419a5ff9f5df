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

/** What a response repeats of the request. Costs a parse of it. */
export function echoOf({ request }: Answer): Json {
  return {
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: request.metadata ?? {},
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    reasoning: request.reasoning ?? { effort: null, summary: null },
    service_tier: request.service_tier ?? 'default',
    temperature: request.temperature ?? 1,
    text: request.text ?? { format: { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: request.top_p ?? 1,
    truncation: request.truncation ?? 'disabled',
  };
}

/** A response, with what it was asked for repeated as OpenAI has it. Nothing is stored here. */
export function responseObject(fields: Fields, answer: Answer, echo: Json): Json {
  const { id, model, status, output, usage, serviceTier } = fields;
  return {
    id: id.startsWith('resp_') ? id : `resp_${answer.requestId.replaceAll('-', '')}`,
    object: 'response',
    created_at: answer.createdAt,
    error: null,
    incomplete_details: null,
    ...status,
    background: false,
    model: model || answer.model,
    output,
    previous_response_id: null,
    store: false,
    ...echo,
    ...(serviceTier !== undefined && { service_tier: serviceTier }),
    usage: usage ? writeUsage(usage) : null,
  };
}
