import type { IncomingHttpHeaders } from 'node:http';

/** How the end of an answer's body is found (RFC 9112, 6.3). */
export type BodyEnd = { readonly kind: 'length'; readonly bytes: number } | { readonly kind: 'chunked' | 'close' };

/** Head of an answer, as it came but for the case of its names. */
export interface ResponseHead {
  readonly status: number;
  /** Names in lower case; values of a repeated name are joined with commas (RFC 9110, 5.3). */
  readonly headers: IncomingHttpHeaders;
  readonly body: BodyEnd;
  /** The connection may be used again. */
  readonly keepAlive: boolean;
  /** For how long, if the upstream says. */
  readonly keepAliveMs: number | undefined;
}

/** An upstream sent what is no answer of HTTP/1.1, or one whose end cannot be told for sure. */
export class MalformedAnswer extends Error {
  readonly code = 'MALFORMED_ANSWER';
}

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n]*)?$/;
/** Lines of headers: one look at all of them costs less than one at each. */
const fieldLines = /^(?:[!#$%&'*+.^_`|~\w-]+:[\t\u0020-\u007e\u0080-\u00ff]*(?:\r\n|$))*$/;
const digits = /^\d{1,15}$/;
const noBody: BodyEnd = { kind: 'length', bytes: 0 };
const chunked: BodyEnd = { kind: 'chunked' };
const untilClose: BodyEnd = { kind: 'close' };

/**
 * Reads a head without its last blank line; lines end in CRLF (RFC 9112, 4 to 6). Throws MalformedAnswer, also where a lenient reader
 * would have to guess where the body ends: one guess too many, and the rest of an answer is taken for the next one.
 */
export function readResponseHead(text: string): ResponseHead {
  let lineEnd = text.indexOf('\r\n');
  const first = statusLine.exec(lineEnd < 0 ? text : text.slice(0, lineEnd));
  if (!first) throw new MalformedAnswer('its status line is not one of HTTP/1.1');
  const status = Number(first[2]);
  if (lineEnd >= 0 && !fieldLines.test(text.slice(lineEnd + 2)))
    throw new MalformedAnswer('it has a header that is none');
  const headers: Record<string, string> = {};
  while (lineEnd >= 0) {
    const start = lineEnd + 2;
    lineEnd = text.indexOf('\r\n', start);
    addField(headers, text, start, lineEnd < 0 ? text.length : lineEnd);
  }
  const connection = headers.connection?.toLowerCase() ?? '';
  const staysOpen = first[1] === '1' ? !connection.includes('close') : connection.includes('keep-alive');
  const body = bodyEnd(status, headers);
  return {
    status,
    headers,
    body,
    keepAlive: staysOpen && body.kind !== 'close',
    keepAliveMs: readKeepAlive(headers['keep-alive']),
  };
}

function addField(headers: Record<string, string>, text: string, start: number, end: number): void {
  if (start === end) return;
  const colon = text.indexOf(':', start);
  const name = lowerCase(text.slice(start, colon));
  // No more than blanks: a length behind anything else is none to others.
  let from = colon + 1;
  let to = end;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  const value = text.slice(from, to);
  const before = headers[name];
  headers[name] = before === undefined ? value : `${before}, ${value}`;
}

/** Names in lower case, by the form in which they came: hosts send the same ones in every answer. */
const names = new Map<string, string>();
const mostNames = 500;
const longestKept = 64;

function lowerCase(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  // A copy: what is cut out of a text keeps all of it in memory.
  const copy = Buffer.from(name, 'latin1').toString('latin1');
  const lower = copy.toLowerCase();
  if (names.size < mostNames && copy.length <= longestKept) names.set(copy, lower);
  return lower;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function bodyEnd(status: number, headers: Record<string, string>): BodyEnd {
  const { 'transfer-encoding': encoding, 'content-length': length } = headers;
  if (encoding !== undefined) {
    if (length !== undefined) throw new MalformedAnswer('it has both a length and a transfer coding');
    if (encoding.toLowerCase() !== 'chunked') throw new MalformedAnswer('its transfer coding is not known');
    return chunked;
  }
  if (status < 200 || status === 204 || status === 304) return noBody;
  if (length === undefined) return untilClose;
  if (!digits.test(length)) throw new MalformedAnswer('its length is no number');
  return { kind: 'length', bytes: Number(length) };
}

function readKeepAlive(value: string | undefined): number | undefined {
  const seconds = value === undefined ? undefined : /timeout\s*=\s*(\d{1,9})/i.exec(value)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
