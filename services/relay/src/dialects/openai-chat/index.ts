import type { ClientDialect, UpstreamDialect } from '../dialect.ts';
import { limitOf } from '../limit-of.ts';
import { errorIn, readError } from './errors.ts';
import { editRequest, marks } from './passing.ts';
import { readRequest } from './read-request.ts';
import { readResponse } from './read-response.ts';
import { ChatReader } from './read-stream.ts';
import { serviceTiers } from './service-tiers.ts';
import { writeCut, writeStreamError } from './stream.ts';
import { readOutput, readPrompt } from './text.ts';
import { textSlots, writeFilterFinish } from './text-slots.ts';
import { readUsage } from './usage.ts';
import { writeError } from './write-error.ts';
import { writeRequest } from './write-request.ts';
import { writeResponse } from './write-response.ts';
import { ChatWriter } from './write-stream.ts';

/** OpenAI's chat completions, as clients speak them and as most hosts do. */
export const openaiChat: ClientDialect & UpstreamDialect = {
  name: 'openai-chat',
  forwardedHeaders: ['openai-beta'],
  editRequest,
  marks,
  serviceTiers,
  readLimit: (edit) => limitOf(edit, 'max_completion_tokens', 'max_tokens'),
  readPrompt,
  readRequest,
  writeRequest,
  readResponse,
  writeResponse,
  readStream: () => new ChatReader(),
  writeStream: (answer) => new ChatWriter(answer),
  readUsage,
  readOutput,
  readError,
  errorIn,
  writeError,
  writeStreamError,
  writeCut,
  textSlots,
  writeFilterFinish,
};
