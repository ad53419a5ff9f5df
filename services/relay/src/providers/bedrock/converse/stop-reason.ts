import type { FinishReason } from '../../../dialects/canonical.ts';

const unified: Readonly<Record<string, FinishReason['unified']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  guardrail_intervened: 'content-filter',
  content_filtered: 'content-filter',
};

export function readStopReason(value: unknown): FinishReason {
  const raw = typeof value === 'string' ? value : '';
  return { unified: unified[raw] ?? (raw.startsWith('malformed') ? 'stop' : 'other'), raw };
}
