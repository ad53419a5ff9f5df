import type { Behaviour } from './behaviour.ts';
import type { ReportedUsage } from './reply.ts';

/** The `usage` object of chat and text completions. */
export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: { cached_tokens: number; audio_tokens: number };
  completion_tokens_details: {
    reasoning_tokens: number;
    audio_tokens: number;
    accepted_prediction_tokens: number;
    rejected_prediction_tokens: number;
  };
}

/** Usage for these counts, with the figures that the behaviour puts in their place. */
export function usageOf(behaviour: Behaviour, promptTokens: number, completionTokens: number): Usage {
  const zero = behaviour.usage === 'zero';
  const prompt = zero ? 0 : (behaviour.promptTokens ?? promptTokens);
  const completion = zero ? 0 : (behaviour.completionTokens ?? completionTokens);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: behaviour.cachedTokens ?? 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: behaviour.reasoningTokens ?? 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

export function reported(usage: Usage): ReportedUsage {
  return { prompt: usage.prompt_tokens, completion: usage.completion_tokens };
}
