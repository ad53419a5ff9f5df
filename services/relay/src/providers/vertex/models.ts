/** Claude by Anthropic, under Google's names. */
export const claudeModels: readonly string[] = [
  'claude-fable-5-1',
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-opus-4-8',
  'claude-opus-4-7',
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-5@20251101',
  'claude-sonnet-4-5@20250929',
  'claude-haiku-4-5@20251001',
];

/** Offered when a channel is created. */
export const models: readonly string[] = [
  'gemini-4-argon',
  'gemini-3.8-flash',
  'gemini-3.6-flash',
  'gemini-3.5-flash-lite',
  'gemini-3.1-pro-preview',
  'gemini-3.1-flash-lite',
  'gemini-3.1-flash-image',
  'gemini-3-pro-image',
  ...claudeModels,
  'text-embedding-005',
  'gemini-embedding-001',
];
