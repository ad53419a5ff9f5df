import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { errorIn, readError } from './errors.ts';
import { readOutput, readResponse } from './read-response.ts';
import { readStream } from './read-stream.ts';
import { readUsage } from './usage.ts';
import { writeRequest } from './write-request.ts';

/** Ollama's own chats: arguments and formats as objects, pictures as bare base64, streams as lines of JSON. */
export const ollamaChat: UpstreamDialect = {
  ...neverPassed,
  name: 'ollama',
  inlinesFiles: true,
  leavesOutCached: true,
  writeRequest,
  readResponse,
  readStream,
  readUsage,
  readOutput,
  readError,
  errorIn,
};
