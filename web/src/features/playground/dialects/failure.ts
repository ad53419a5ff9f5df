import type { Failure } from '../chat.ts';
import { isJson, type Json, numberAt, parseObject, textAt } from './json.ts';

/** Stands beside the failure anyway, and the sentence is translated without it. */
const idAtEnd = / \(request id: [^()]*\)$/;

/** Reads `{error: {…}}` of all dialects, and what a proxy in between may have answered instead. */
export function readFailure(status: number, body: string): Failure {
  const event = parseObject(body);
  return (event && failureIn(event, status)) ?? { status, code: '', message: plainText(body) };
}

/** The failure that an event or a body tells; undefined when it tells none. */
export function failureIn(event: Json, status = 0): Failure | undefined {
  const error = event.error;
  if (typeof error === 'string') return { status, code: '', message: error };
  if (!isJson(error)) return undefined;
  const code = textAt(error, 'code') || textAt(error, 'status') || textAt(error, 'type');
  const message = textAt(error, 'message').replace(idAtEnd, '');
  return { status: status || (numberAt(error, 'code') ?? 0), code, message };
}

/** A page of a proxy is of no use to the reader. */
function plainText(body: string): string {
  return /^\s*</.test(body) ? '' : body.slice(0, 500);
}
