import type { UpstreamDialect } from '../../../dialects/dialect.ts';
import { asText, isObject } from '../../../dialects/json.ts';
import { neverPassed } from '../../../dialects/never-passed.ts';
import { readError } from '../../../dialects/openai-chat/errors.ts';
import { errorIn } from './errors.ts';
import { contentOf, readResponse } from './read-response.ts';
import { ConverseReader } from './read-stream.ts';
import { readUsage } from './usage.ts';
import { writeRequest } from './write-request.ts';

/** Bedrock's own API for models of every maker. */
export const converse: UpstreamDialect = {
  ...neverPassed,
  name: 'bedrock-converse',
  inlinesFiles: true,
  writeRequest,
  readResponse,
  readStream: () => new ConverseReader(),
  readUsage,
  readOutput: (payload) =>
    (contentOf(payload) ?? []).map((block) => (isObject(block) ? asText(block.text) : '')).join(''),
  readError,
  errorIn,
};
