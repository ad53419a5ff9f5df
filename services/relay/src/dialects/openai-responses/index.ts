import type { ClientDialect, UpstreamDialect } from '../dialect.ts';
import { limitOf } from '../limit-of.ts';
import { readError } from '../openai-chat/errors.ts';
import { writeError } from '../openai-chat/write-error.ts';
import { errorIn, writeStreamError } from './errors.ts';
import { editRequest, marks } from './passing.ts';
import { readRequest } from './read-request.ts';
import { readResponse } from './read-response.ts';
import { ResponsesReader } from './read-stream.ts';
import { serviceTiers } from './service-tiers.ts';
import { readOutput, readPrompt } from './text.ts';
import { textSlots, writeFilterFinish } from './text-slots.ts';
import { readUsage } from './usage.ts';
import { writeCut } from './write-cut.ts';
import { writeRequest } from './write-request.ts';
import { writeResponse } from './write-response.ts';
import { ResponsesWriter } from './write-stream.ts';

/** OpenAI's Responses API without its memory: conversations travel with the client. */
export const openaiResponses: ClientDialect & UpstreamDialect = {
  name: 'openai-responses',
  // The last two tell how OpenAI is to read the items of its own client.
  forwardedHeaders: ['openai-beta', 'x-codex-beta-features', 'x-openai-internal-codex-responses-lite'],
  takesCustomTools: true,
  readLimit: (edit) => limitOf(edit, 'max_output_tokens'),
  editRequest,
  marks,
  serviceTiers,
  readPrompt,
  readRequest,
  writeRequest,
  readResponse,
  writeResponse,
  readStream: () => new ResponsesReader(),
  writeStream: (answer) => new ResponsesWriter(answer),
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
