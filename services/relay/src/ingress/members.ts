import { badRequest } from '../errors.ts';

/**
 * Positions of the top-level members of a JSON object in a buffer, found in one pass without parsing values:
 * [keyStart, keyEnd, valueStart, valueEnd] per member (keys without their quotes).
 */
export type Members = readonly number[];

export const stride = 4;
const maxDepth = 512;
/** Each name is compared with all others and looked for among them, before it is known who pays: beyond this a relay would stand still. */
const mostMembers = 256;
const longestName = 256;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Scans `body[start..end)`. Answers undefined when the text is not an object whose brackets and strings close, nests
 * deeper than 512, or has a repeated key, or one with an escape or a control character, at the top: then only JSON.parse can tell what is meant.
 * Values are not validated beyond their extent. `escapedKeys` admits escapes that JSON.stringify leaves in keys. Throws a GatewayError
 * (400) for more than 256 members or a name of more than 256 bytes.
 */
export function scanMembers(body: Buffer, start: number, end: number, escapedKeys = false): Members | undefined {
  const members = scan(body, start, end, escapedKeys);
  return members && !hasRepeated(body, members) ? members : undefined;
}

/** The same, but a key may be repeated. */
function scan(body: Buffer, start: number, end: number, escapedKeys = false): Members | undefined {
  let at = skipSpace(body, start, end);
  if (body[at] !== openBrace) return undefined;
  at = skipSpace(body, at + 1, end);
  const members: number[] = [];
  let isPlain = true;
  if (body[at] === closeBrace) return skipSpace(body, at + 1, end) === end ? members : undefined;
  for (;;) {
    if (body[at] !== quote) return undefined;
    const keyStart = at + 1;
    const keyEnd = endOfString(body, keyStart, end);
    if (keyEnd < 0) return undefined;
    if (keyEnd - keyStart > longestName) throw badRequest(`Names of members must have at most ${longestName} bytes.`);
    // Counted to the end all the same: JSON.parse takes seconds for millions of names.
    if (!escapedKeys && isPlain && isOdd(body, keyStart, keyEnd)) isPlain = false;
    at = skipSpace(body, keyEnd + 1, end);
    if (body[at] !== colon) return undefined;
    const valueStart = skipSpace(body, at + 1, end);
    const valueEnd = endOfValue(body, valueStart, end);
    if (valueEnd <= valueStart) return undefined;
    members.push(keyStart, keyEnd, valueStart, valueEnd);
    if (members.length > mostMembers * stride)
      throw badRequest(`Send at most ${mostMembers} members in the body, and in each of its tools.`);
    at = skipSpace(body, valueEnd, end);
    const next = body[at];
    if (next === closeBrace) return isPlain && skipSpace(body, at + 1, end) === end ? members : undefined;
    if (next !== comma) return undefined;
    at = skipSpace(body, at + 1, end);
  }
}

function hasRepeated(body: Buffer, members: Members): boolean {
  for (let later = stride; later < members.length; later += stride) {
    const start = members[later] as number;
    const end = members[later + 1] as number;
    for (let i = 0; i < later; i += stride) {
      if (sameBytes(body, members[i] as number, members[i + 1] as number, start, end)) return true;
    }
  }
  return false;
}

/**
 * Whether an array in `body[start..end)` has an element that is not an object with a member `key` (ASCII). Elements that cannot be
 * scanned count as such: only JSON.parse can tell. Throws like `scanMembers`.
 */
export function hasElementWithout(body: Buffer, start: number, end: number, key: string): boolean {
  const name = Buffer.from(key);
  let at = skipSpace(body, start + 1, end);
  while (at < end && body[at] !== closeBracket) {
    const elementEnd = endOfValue(body, at, end);
    const members = elementEnd > at ? scan(body, at, elementEnd) : undefined;
    if (!members || !isAmong(body, members, name)) return true;
    at = skipSpace(body, elementEnd, end);
    if (body[at] === comma) at = skipSpace(body, at + 1, end);
  }
  return false;
}

/** Whether an array in `body[start..end)` has more than `most` elements; one whose elements cannot be told apart has not. */
export function hasMoreElements(body: Buffer, start: number, end: number, most: number): boolean {
  let at = skipSpace(body, start + 1, end);
  for (let count = 1; at < end && body[at] !== closeBracket; count++) {
    const elementEnd = endOfValue(body, at, end);
    if (elementEnd <= at) return false;
    if (count > most) return true;
    at = skipSpace(body, elementEnd, end);
    if (body[at] === comma) at = skipSpace(body, at + 1, end);
  }
  return false;
}

function isOdd(body: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (body[i] === backslash || (body[i] as number) < 0x20) return true;
  return false;
}

function isAmong(body: Buffer, members: Members, name: Buffer): boolean {
  for (let i = 0; i < members.length; i += stride) {
    if (body.compare(name, 0, name.length, members[i], members[i + 1]) === 0) return true;
  }
  return false;
}

function skipSpace(body: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = body[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at++;
  }
  return at;
}

/** Index of the closing quote of a string whose content starts at `from`, or −1. */
function endOfString(body: Buffer, from: number, end: number): number {
  // Short strings are the rule; beyond that the native search is faster than a loop.
  const near = Math.min(from + 48, end);
  let at = from;
  while (at < near) {
    const byte = body[at];
    if (byte === quote) return at;
    at += byte === backslash ? 2 : 1;
  }
  while (at < end) {
    const found = body.indexOf(quote, at);
    if (found < 0 || found >= end) return -1;
    let slashes = 0;
    while (found - 1 - slashes >= at && body[found - 1 - slashes] === backslash) slashes++;
    if (slashes % 2 === 0) return found;
    at = found + 1;
  }
  return -1;
}

/** Index behind the value that starts at `from`, or −1 when it does not end. */
function endOfValue(body: Buffer, from: number, end: number): number {
  const first = body[from];
  if (first === quote) {
    const close = endOfString(body, from + 1, end);
    return close < 0 ? -1 : close + 1;
  }
  if (first === openBrace || first === openBracket) {
    let depth = 1;
    let at = from + 1;
    while (at < end) {
      const byte = body[at];
      if (byte === quote) {
        const close = endOfString(body, at + 1, end);
        if (close < 0) return -1;
        at = close + 1;
        continue;
      }
      if (byte === openBrace || byte === openBracket) {
        if (++depth > maxDepth) return -1;
      } else if (byte === closeBrace || byte === closeBracket) {
        if (--depth === 0) return at + 1;
      }
      at++;
    }
    return -1;
  }
  let at = from;
  while (at < end) {
    const byte = body[at] as number;
    if (byte === comma || byte === closeBrace || byte <= 0x20) break;
    at++;
  }
  return at;
}

function sameBytes(body: Buffer, start: number, end: number, otherStart: number, otherEnd: number): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let i = 0; i < end - start; i++) if (body[start + i] !== body[otherStart + i]) return false;
  return true;
}
