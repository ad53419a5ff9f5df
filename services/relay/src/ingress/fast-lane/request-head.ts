import type { Credential } from '../../auth/key.ts';

/** What requests of one client have in common: everything but the length of their bodies. */
export interface RequestFields {
  /** The target as it was sent. */
  readonly url: string;
  /** Names in lower case, each of which was sent once; all but Content-Length, which has done its work. */
  readonly headers: Readonly<Record<string, string>>;
  /** The key in them, once it was read. */
  credential?: Credential;
}

/** Head of a request that can be read in one way only. */
export interface RequestHead {
  /** The same object for requests that say the same. */
  readonly fields: RequestFields;
  /** Of the body. */
  readonly contentLength: number;
  /** Of the head in bytes, its blank line included. */
  readonly length: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const longestBytes = 8_192;
const method = 'POST ';
const version = ' HTTP/1.1';
const digits = /^(?:0|[1-9]\d{0,11})$/;
const jsonType = /^application\/json(?:; ?charset=utf-8)?$/i;
const hostForm = /^[\w.:[\]-]+$/;
/** What changes how a message is framed, or what its connection is for. */
const handedOn = [
  'transfer-encoding',
  'content-encoding',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'http2-settings',
  'proxy-connection',
  'keep-alive',
];
/** Of a token (RFC 9110, 5.6.2). */
const tokenBytes = new Uint8Array(128);
for (const character of "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  tokenBytes[character.charCodeAt(0)] = 1;
const space = 0x20;
const tab = 0x09;

/**
 * Reads the head of a POST with a JSON body of known length to one of `targets`, if it stands in `bytes` whole and in the narrowest form
 * that RFC 9112 knows: lines end in CRLF, no line is folded, no header comes twice, values are printable ASCII, nothing names another
 * framing. undefined for everything else, also for what may be right: who reads leniently must not read what another reads first.
 */
export function readRequestHead(bytes: Buffer, targets: { has(target: string): boolean }): RequestHead | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0 || end > longestBytes) return undefined;
  const text = bytes.toString('latin1', 0, end);
  let lineEnd = text.indexOf('\r\n');
  if (lineEnd < 0 || !text.startsWith(method) || !text.startsWith(version, lineEnd - version.length)) return undefined;
  const url = text.slice(method.length, lineEnd - version.length);
  if (!targets.has(url)) return undefined;
  const headers: Record<string, string> = {};
  while (lineEnd >= 0) {
    const start = lineEnd + 2;
    lineEnd = text.indexOf('\r\n', start);
    if (!addField(headers, text, start, lineEnd < 0 ? text.length : lineEnd)) return undefined;
  }
  const { host, connection, 'content-length': length, 'content-type': type, ...others } = headers;
  if (host === undefined || !hostForm.test(host)) return undefined;
  if (length === undefined || !digits.test(length) || length === '0') return undefined;
  if (type === undefined || !jsonType.test(type)) return undefined;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined;
  for (const name of handedOn) if (headers[name] !== undefined) return undefined;
  const fields: RequestFields = {
    url,
    headers: { ...others, host, 'content-type': type, ...(connection === undefined ? {} : { connection }) },
  };
  return { fields, contentLength: Number(length), length: end + headEnd.length };
}

/** A line `name: value` in [start, end); false when it is not one, or repeats another. */
function addField(headers: Record<string, string>, text: string, start: number, end: number): boolean {
  let colon = start;
  while (colon < end && tokenBytes[text.charCodeAt(colon)] === 1) colon++;
  if (colon === start || text.charCodeAt(colon) !== 0x3a || colon >= end) return false;
  let from = colon + 1;
  let to = end;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if ((code < space && code !== tab) || code > 0x7e) return false;
  }
  const name = text.slice(start, colon).toLowerCase();
  // Names that every object has are no headers either.
  if (headers[name] !== undefined) return false;
  headers[name] = text.slice(from, to);
  return true;
}

function isBlank(code: number): boolean {
  return code === space || code === tab;
}
