import type { UpstreamDialect } from '../dialect.ts';
import { errorIn, readError } from './errors.ts';
import { asStream, writeCut, writeStreamError } from './stream.ts';
import { readOutput, readPrompt } from './text.ts';
import { readUsage } from './usage.ts';

/** OpenAI chat completions, legacy completions and embeddings: one family of shapes. */
export const openaiChat: UpstreamDialect = {
  name: 'openai-chat',
  readUsage,
  readOutput,
  readPrompt,
  readError,
  errorIn,
  asStream,
  writeCut,
  writeStreamError,
};
