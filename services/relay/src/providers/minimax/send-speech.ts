import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { asText, isObject } from '../../dialects/json.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import type { UpstreamCall } from '../provider.ts';
import { readObject } from '../read-object.ts';
import { charactersHeader, countCharacters, mediaTypeOf } from './speech.ts';

type Controller = Dispatcher.DispatchController;

const longestBytes = 64 * 1_048_576;

/** Makes the call, and answers with the sound itself, its characters in a header. Whatever has no sound in it goes on as it came. */
export function sendSpeech(call: UpstreamCall, handler: Dispatcher.DispatchHandler, dispatcher: Dispatcher): void {
  const { url, headers, body } = call;
  dispatcher.dispatch(
    { origin: url.origin, path: url.pathname + url.search, method: 'POST', headers: [...headers], body },
    new SpeechHandler(handler, body),
  );
}

class SpeechHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #request: Buffer;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(handler: Dispatcher.DispatchHandler, request: Buffer) {
    this.#handler = handler;
    this.#request = request;
  }

  onRequestStart(controller: Controller, context: object): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(_controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > longestBytes) controller.abort(new Error('the answer is too large'));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(controller: Controller, trailers: IncomingHttpHeaders): void {
    const answer = Buffer.concat(this.#chunks);
    const sound = soundIn(answer);
    const headers = sound
      ? { 'content-type': sound.mediaType, [charactersHeader]: String(sound.characters || this.#spoken()) }
      : this.#headers;
    this.#handler.onResponseStart?.(controller, this.#status, headers);
    this.#handler.onResponseData?.(controller, sound?.bytes ?? answer);
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    this.#handler.onResponseError?.(controller, error);
  }

  #spoken(): number {
    return countCharacters(asText(readObject(this.#request.toString('utf8'))?.text));
  }
}

function soundIn(answer: Buffer): { mediaType: string; bytes: Buffer; characters: number | undefined } | undefined {
  const { data, extra_info: about } = readObject(answer.toString('utf8')) ?? {};
  const digits = isObject(data) ? data.audio : undefined;
  if (typeof digits !== 'string' || digits === '') return undefined;
  const { audio_format: format, usage_characters: characters } = isObject(about) ? about : {};
  return { mediaType: mediaTypeOf(format), bytes: Buffer.from(digits, 'hex'), characters: tokenCount(characters) };
}
