import type { DialectName } from './canonical.ts';

const names = new Set<unknown>([
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
] satisfies DialectName[]);

/** Of what a client sent back: whether it names a dialect. */
export function isDialectName(value: unknown): value is DialectName {
  return names.has(value);
}
