import type { Json } from '../../dialects/canonical.ts';
import type { OperationFormat, Warn } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { pictureUsage } from '../pictures.ts';
import { errorIn, readError } from './errors.ts';

/** Settings of DashScope's own that clients may send beside OpenAI's. */
const ownSettings = ['seed', 'watermark', 'prompt_extend'] as const;

const shared = {
  ...neverPassed,
  readOutput: () => '',
  readError,
  errorIn,
  readUsage(payload: unknown) {
    const usage = isObject(payload) && isObject(payload.usage) ? payload.usage : {};
    const count = tokenCount(usage.image_count) || urlsIn(payload).length;
    return count === 0 ? undefined : pictureUsage(count);
  },
  readResponse(payload: unknown): Json {
    const urls = urlsIn(payload);
    if (urls.length === 0) throw new UpstreamRefusal(failureOf(payload));
    return { created: Math.floor(Date.now() / 1000), data: urls.map((url) => ({ url })) };
  },
} satisfies Partial<OperationFormat>;

/** Models that draw while the call waits. */
export const aliPictures: OperationFormat = {
  ...shared,
  name: 'ali-pictures',
  writeRequest: (body, warn) => ({
    model: body.model,
    input: { messages: [{ role: 'user', content: [{ text: body.prompt }] }] },
    parameters: writeParameters(body, warn),
  }),
};

/** Models that draw as a task. */
export const aliPictureTasks: OperationFormat = {
  ...shared,
  name: 'ali-picture-tasks',
  writeRequest: ({ negative_prompt, ...body }, warn) => ({
    model: body.model,
    input: { prompt: body.prompt, ...(negative_prompt !== undefined && { negative_prompt }) },
    parameters: writeParameters(body, warn),
  }),
};

/** Only what is known is carried: `parameters` of the client's own could ask for more pictures than are paid for. */
function writeParameters({ n, size, response_format: format, ...rest }: Json, warn: Warn): Json {
  if (format === 'b64_json') warn('response_format', 'pictures come by their address');
  for (const field of ['parameters', 'quality', 'style', 'background', 'output_format', 'moderation', 'user']) {
    if (rest[field] !== undefined) warn(field, 'this model does not take it');
  }
  return {
    ...(n !== undefined && { n }),
    ...(typeof size === 'string' && size !== 'auto' && { size: size.replace('x', '*') }),
    ...Object.fromEntries(ownSettings.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]]]))),
  };
}

/** Addresses of pictures. Of a task some may have failed: those have a code instead. */
function urlsIn(payload: unknown): string[] {
  const output = isObject(payload) && isObject(payload.output) ? payload.output : {};
  const results = Array.isArray(output.results) ? output.results : [];
  const choices = Array.isArray(output.choices) ? output.choices : [];
  const contents = choices.flatMap((choice) =>
    isObject(choice) && isObject(choice.message) && Array.isArray(choice.message.content) ? choice.message.content : [],
  );
  return [...results, ...contents].flatMap((item) => {
    const url = isObject(item) ? (item.url ?? item.image) : undefined;
    return typeof url === 'string' ? [url] : [];
  });
}

function failureOf(payload: unknown) {
  const output = isObject(payload) && isObject(payload.output) ? payload.output : {};
  const first = Array.isArray(output.results) ? output.results.find(isObject) : undefined;
  return errorIn(first) ?? readError(500, JSON.stringify(payload));
}
