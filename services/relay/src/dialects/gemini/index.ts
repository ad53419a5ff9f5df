import type { ClientDialect, UpstreamDialect } from '../dialect.ts';
import { editRequest } from './edit-request.ts';
import { errorIn, readError, writeError, writeStreamError } from './errors.ts';
import { marks } from './marks.ts';
import { readLimit } from './read-limit.ts';
import { readRequest } from './read-request.ts';
import { readResponse } from './read-response.ts';
import { ResponseReader } from './read-stream.ts';
import { serviceTiers } from './service-tiers.ts';
import { readOutput, readPrompt } from './text.ts';
import { textSlots, writeFilterFinish } from './text-slots.ts';
import { readUsage } from './usage.ts';
import { writeRequest } from './write-request.ts';
import { writeResponse } from './write-response.ts';
import { ResponseWriter, writeCut } from './write-stream.ts';

/** Google's generateContent, as clients speak it and as its hosts do. */
export const gemini: ClientDialect & UpstreamDialect = {
  name: 'gemini',
  forwardedHeaders: [],
  inlinesFiles: true,
  editRequest,
  marks,
  serviceTiers,
  readLimit,
  readPrompt,
  readRequest,
  writeRequest,
  readResponse,
  writeResponse,
  readStream: () => new ResponseReader(),
  writeStream: (answer) => new ResponseWriter(answer),
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
