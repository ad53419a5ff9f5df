import type { UsageTokens } from '@switchyard/contracts';

/** Usage in OpenAI's shape: cached tokens inside the prompt, reasoning inside the completion. */
export function writeUsage(usage: UsageTokens) {
  const { prompt, completion, cacheRead, cacheWrite, reasoning = 0, audioInput, audioOutput } = usage;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: cacheRead,
      ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }),
      ...(audioInput && { audio_tokens: audioInput }),
    },
    completion_tokens_details: { reasoning_tokens: reasoning, ...(audioOutput && { audio_tokens: audioOutput }) },
  };
}
