import type { IncomingHttpHeaders } from 'node:http';

export const unreachableStatus = 502;

interface Told {
  readonly message: string;
  readonly requestId: string;
}
type Write = (told: Told) => object;

const code = 'relay_unreachable';
/** The code of Midjourney Proxy for what could not be passed on. */
const notPassedOn = 5;

const openai: Write = ({ message }) => ({ error: { message, type: 'new_api_error', param: '', code } });
const anthropic: Write = ({ message, requestId }) => ({
  type: 'error',
  error: { type: 'api_error', message },
  request_id: requestId,
});
const gemini: Write = ({ message }) => ({ error: { code: unreachableStatus, message, status: 'UNAVAILABLE' } });
const midjourney: Write = ({ message }) => ({ code: notPassedOn, description: message, type: 'new_api_error' });
const suno: Write = ({ message }) => ({ code, message, data: null });

/** Who speaks how; the first that fits counts, and all others are clients of OpenAI's API. As the relay's own routes. */
const speakers: readonly (readonly [path: RegExp, write: Write])[] = [
  [/^\/(?:v1\/messages|anthropic|claude)(?:\/|$)/, anthropic],
  [/^\/v1beta\/openai(?:\/|$)/, openai],
  [/^\/(?:v1beta|v1alpha|gemini)(?:\/|$)|^\/v1\/models\/[^/]*:/, gemini],
  [/^\/mj(?:-\w+)?(?:\/|$)/, midjourney],
  [/^\/suno(?:\/|$)/, suno],
];

/** What a client of the relay reads when the relay is not there, in the shape of the API that it speaks. */
export function unreachableBody(url: string, headers: IncomingHttpHeaders, requestId: string): object {
  const path = url.split('?', 1)[0] as string;
  const message = `The relay does not answer. Try again shortly. (request id: ${requestId})`;
  const write = speakers.find(([of]) => of.test(path))?.[1] ?? (isOfModels(path) ? writerOf(headers) : openai);
  return write({ message, requestId });
}

/** Clients of three APIs ask for models at one address; headers tell whose. */
function writerOf(headers: IncomingHttpHeaders): Write {
  if ('anthropic-version' in headers) return anthropic;
  return 'x-goog-api-key' in headers ? gemini : openai;
}

function isOfModels(path: string): boolean {
  return /^\/v1\/models(?:\/|$)/.test(path);
}
