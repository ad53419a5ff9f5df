import type { FinishReason } from '../canonical.ts';

const filtered = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  'LANGUAGE',
]);
const failed = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'MALFORMED_RESPONSE',
]);

/** What the model wrote before it came to its end. */
export interface Written {
  readonly parts: boolean;
  readonly calls: boolean;
}

export function readFinishReason(raw: string, { calls }: Pick<Written, 'calls'>): FinishReason {
  if (raw === 'MAX_TOKENS' || raw === 'CONTINUATION') return { unified: 'length', raw };
  if (filtered.has(raw)) return { unified: 'content-filter', raw };
  return { unified: calls ? 'tool-calls' : 'stop', raw };
}

/**
 * Why an answer is none, although it came to its end; undefined when it is one. What was written counts even if the model
 * then failed. Nothing written and nothing billed happens by chance, another try helps.
 */
export function failureOf(raw: string, { parts }: Written, completionTokens: number): string | undefined {
  if (parts) return undefined;
  if (failed.has(raw)) return `The model failed to write a proper answer (${raw}).`;
  return raw === 'STOP' && completionTokens === 0 ? 'The upstream answered with nothing.' : undefined;
}

/** For a client of this dialect. */
export function writeFinishReason({ unified }: FinishReason, refused: boolean): string {
  if (unified === 'length') return 'MAX_TOKENS';
  if (unified === 'content-filter' || refused) return 'SAFETY';
  return unified === 'other' ? 'OTHER' : 'STOP';
}
