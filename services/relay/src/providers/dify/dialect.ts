import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { errorIn, readError } from './errors.ts';
import { readOutput, readResponse, readWholeUsage } from './read-response.ts';
import { readStream } from './read-stream.ts';
import { writeRequest } from './write-request.ts';

/** Dify's messages: one question in, events of an application's run out. */
export const difyChat: UpstreamDialect = {
  ...neverPassed,
  name: 'dify',
  writeRequest,
  readResponse,
  readStream,
  readUsage: readWholeUsage,
  readOutput,
  readError,
  errorIn,
};
