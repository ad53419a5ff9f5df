import type { FinishReason } from '../canonical.ts';

const unified: Readonly<Record<string, FinishReason['unified']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  compaction: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  refusal: 'content-filter',
};

/** `fields`: a message, or the `delta` of message_delta. */
export function readStopReason(fields: { stop_reason?: unknown; stop_sequence?: unknown }): FinishReason {
  const raw = typeof fields.stop_reason === 'string' ? fields.stop_reason : '';
  return {
    unified: unified[raw] ?? 'other',
    raw,
    ...(typeof fields.stop_sequence === 'string' ? { stopSequence: fields.stop_sequence } : {}),
  };
}

/** Imitators of other dialects say `stop` after calls, and after refusals: what was written decides. */
export function writeStopReason(reason: FinishReason, wrote: { calls: boolean; refusal: boolean }) {
  const stopSequence = reason.stopSequence ?? null;
  const stop_reason = (() => {
    if (reason.unified === 'length') return 'max_tokens';
    if (reason.unified === 'content-filter' || wrote.refusal) return 'refusal';
    if (reason.unified === 'tool-calls' || wrote.calls) return 'tool_use';
    return stopSequence === null ? 'end_turn' : 'stop_sequence';
  })();
  return { stop_reason, stop_sequence: stopSequence };
}
