import type { UpstreamDialect } from '../dialect.ts';
import { errorIn, readError } from './errors.ts';
import { editRequest, marks } from './passing.ts';
import { asStream, writeCut, writeStreamError } from './stream.ts';
import { readOutput, readPrompt } from './text.ts';
import { readUsage } from './usage.ts';
import { writeError } from './write-error.ts';

/** OpenAI chat completions, legacy completions and embeddings: one family of shapes. */
export const openaiChat: UpstreamDialect = {
  name: 'openai-chat',
  forwardedHeaders: ['openai-beta'],
  editRequest,
  marks,
  writeError,
  readUsage,
  readOutput,
  readPrompt,
  readError,
  errorIn,
  asStream,
  writeCut,
  writeStreamError,
};
