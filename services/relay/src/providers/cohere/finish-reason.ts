import type { FinishReason } from '../../dialects/canonical.ts';

const unified: Readonly<Record<string, FinishReason['unified']>> = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'tool-calls',
};

/** Undefined for reasons that mean a failure. */
export function readFinishReason(reason: unknown): FinishReason | undefined {
  const raw = typeof reason === 'string' ? reason : '';
  const known = unified[raw];
  return known && { unified: known, raw };
}
