import { badRequest } from '../../../errors.ts';
import { readModel } from '../../relay-request.ts';
import type { RequestBody } from '../../request-body.ts';

/** What a client orders: OpenAI's body of POST /v1/videos, or the older one with a duration. */
export interface VideoOrder {
  readonly model: string;
  readonly prompt: string;
  /** Whole seconds that are charged for. */
  readonly seconds: number;
  /** Width by height, such as `720x1280`. */
  readonly size: string | undefined;
}

/** OpenAI's defaults (API reference, Create video). */
const standardModel = 'sora-2';
const standardSeconds = 4;
const mostSeconds = 120;

export function readVideo(body: RequestBody): VideoOrder {
  const model = body.has('model') ? readModel(body.read('model')) : standardModel;
  const size = body.read('size');
  if (size !== undefined && (typeof size !== 'string' || !/^\d{2,4}[x*]\d{2,4}$/.test(size)))
    throw badRequest('size must be a width and a height, such as 720x1280.', 'size');
  return { model, prompt: readPrompt(body), seconds: readSeconds(body), size: size as string | undefined };
}

export function readPrompt(body: RequestBody): string {
  const prompt = body.read('prompt');
  if (typeof prompt !== 'string' || prompt.trim() === '')
    throw badRequest('Say in prompt what is to be seen.', 'prompt');
  return prompt;
}

/** OpenAI writes a number as text; others as a number. */
function readSeconds(body: RequestBody): number {
  const key = body.has('seconds') ? 'seconds' : 'duration';
  const given = body.read(key) ?? standardSeconds;
  const seconds = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : given;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds)
    throw badRequest(`${key} must be a whole number from 1 to ${mostSeconds}.`, key);
  return seconds;
}
