import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { errorIn, readError } from './errors.ts';
import { readOutput, readResponse } from './read-response.ts';
import { readStream } from './read-stream.ts';
import { readUsage } from './usage.ts';
import { writeRequest } from './write-request.ts';

/** Cohere's chats (v2): named events without an end mark, a plan before tool calls, usage as it is billed. */
export const cohereChat: UpstreamDialect = {
  ...neverPassed,
  name: 'cohere',
  writeRequest,
  readResponse,
  readStream,
  readUsage,
  readOutput,
  readError,
  errorIn,
};
