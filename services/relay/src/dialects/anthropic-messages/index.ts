import type { ClientDialect, UpstreamDialect } from '../dialect.ts';
import { limitOf } from '../limit-of.ts';
import { editRequest } from './edit-request.ts';
import { errorIn, readError, writeError, writeStreamError } from './errors.ts';
import { writeCut } from './event.ts';
import { marks } from './marks.ts';
import { readRequest } from './read-request.ts';
import { readResponse } from './read-response.ts';
import { MessagesReader } from './read-stream.ts';
import { serviceTiers } from './service-tiers.ts';
import { readOutput, readPrompt } from './text.ts';
import { textSlots, writeFilterFinish } from './text-slots.ts';
import { readUsage } from './usage.ts';
import { writeRequest } from './write-request.ts';
import { writeResponse } from './write-response.ts';
import { MessagesWriter } from './write-stream.ts';

/** Anthropic's Messages API, as clients speak it and as its hosts do. */
export const anthropicMessages: ClientDialect & UpstreamDialect = {
  name: 'anthropic-messages',
  forwardedHeaders: ['anthropic-version', 'anthropic-beta'],
  editRequest,
  marks,
  serviceTiers,
  readLimit: (edit) => limitOf(edit, 'max_tokens'),
  readPrompt,
  readRequest,
  writeRequest,
  readResponse,
  writeResponse,
  readStream: (tierMember) => new MessagesReader(tierMember),
  writeStream: (answer) => new MessagesWriter(answer),
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
