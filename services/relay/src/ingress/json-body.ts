import { isUtf8 } from 'node:buffer';
import { badRequest } from '../errors.ts';
import { embeddedFiles } from './embedded-files.ts';
import type { KnownNames } from './known-names.ts';
import { hasElementWithout, hasMoreElements, type Members, scanMembers, stride } from './members.ts';
import { readPlain } from './plain-value.ts';
import type { RequestBody } from './request-body.ts';
import { giveSlab } from './slabs.ts';

/** Room kept free in front of a body, so that members can be put there without moving the rest. */
export const headroom = 512;

const space = 0x20;
const comma = 0x2c;
const openBrace = 0x7b;
const tilde = 0x7e;
const noNames: readonly string[] = [];

/**
 * A JSON object as the client sent it. Members are read one at a time and the text is never rebuilt: to change a
 * member for an upstream it is blanked where it stands and written again in front (see `write`).
 */
export class JsonBody implements RequestBody {
  readonly contentType = 'application/json';
  readonly #buffer: Buffer;
  readonly #start: number;
  readonly #end: number;
  /** The object alone. */
  readonly #text: Buffer;
  readonly #members: Members;
  /** Index behind the opening brace; what stands before it is overwritten by `write`. */
  readonly #rest: number;
  /** Names with escapes in them, by position; most bodies have none. */
  #escaped: Map<string, number> | undefined;
  #dead: boolean[] | undefined;
  #written = false;
  /** Text of members that were blanked, so that each `write` starts from what the client sent. */
  #blanked: Map<string, { readonly at: number; readonly text: string }> | undefined;

  /**
   * `buffer` holds the text in [start, end) and free room before `start`; it belongs to this object from now on.
   * Throws a GatewayError (400) for anything but a JSON object.
   */
  constructor(buffer: Buffer, start: number, end: number) {
    const received = buffer.subarray(start, end);
    if (!isUtf8(received)) throw badRequest('The body is not valid UTF-8.');
    const members = scanMembers(buffer, start, end);
    if (members) {
      this.#buffer = buffer;
      this.#start = start;
      this.#end = end;
      this.#text = received;
      this.#members = members;
    } else {
      const text = normalised(buffer, start, end);
      this.#buffer = text;
      this.#start = headroom;
      this.#end = text.length;
      this.#text = text.subarray(headroom);
      const again = scanMembers(text, headroom, text.length, true);
      if (!again) throw tooDeep();
      this.#members = again;
      this.#escaped = new Map();
      for (let i = 0; i < again.length; i += stride) this.#escaped.set(this.#nameAt(i), i);
    }
    const isFirst = this.#buffer[this.#start] === openBrace;
    this.#rest = (isFirst ? this.#start : this.#buffer.indexOf(openBrace, this.#start)) + 1;
  }

  /** An object of our own making. */
  static of(value: Record<string, unknown>): JsonBody {
    const text = `${' '.repeat(headroom)}${JSON.stringify(value)}`;
    const buffer = Buffer.from(text);
    return new JsonBody(buffer, headroom, buffer.length);
  }

  get byteLength(): number {
    return this.#end - this.#start;
  }

  has(key: string): boolean {
    return this.#find(key) >= 0;
  }

  startOf(key: string): string {
    const i = this.#find(key);
    if (i < 0) return '';
    const blanked = this.#blanked?.get(key);
    return blanked
      ? blanked.text.charAt(0)
      : String.fromCharCode(this.#buffer[this.#members[i + 2] as number] as number);
  }

  lengthOf(key: string): number {
    const i = this.#find(key);
    return i < 0 ? 0 : (this.#members[i + 3] as number) - (this.#members[i + 2] as number);
  }

  includes(key: string, bytes: Buffer): boolean {
    const i = this.#find(key);
    if (i < 0) return false;
    const blanked = this.#blanked?.get(key);
    if (blanked) return blanked.text.includes(bytes.toString());
    return this.#buffer.subarray(this.#members[i + 2] as number, this.#members[i + 3] as number).includes(bytes);
  }

  hasElementWithout(key: string, member: string): boolean {
    const i = this.#find(key);
    if (i < 0 || this.startOf(key) !== '[') return false;
    const blanked = this.#blanked?.get(key);
    if (blanked) return hasElementWithout(Buffer.from(blanked.text), 0, Buffer.byteLength(blanked.text), member);
    return hasElementWithout(this.#buffer, this.#members[i + 2] as number, this.#members[i + 3] as number, member);
  }

  hasMoreElements(key: string, most: number): boolean {
    const i = this.#find(key);
    if (i < 0 || this.startOf(key) !== '[') return false;
    const blanked = this.#blanked?.get(key);
    if (blanked) return hasMoreElements(Buffer.from(blanked.text), 0, Buffer.byteLength(blanked.text), most);
    return hasMoreElements(this.#buffer, this.#members[i + 2] as number, this.#members[i + 3] as number, most);
  }

  text(key: string): string | undefined {
    const i = this.#find(key);
    if (i < 0) return undefined;
    const blanked = this.#blanked?.get(key);
    if (blanked) return blanked.text;
    return this.#buffer.toString('utf8', this.#members[i + 2] as number, this.#members[i + 3] as number);
  }

  read(key: string): unknown {
    const i = this.#find(key);
    if (i < 0) return undefined;
    const isWritten = this.#blanked?.has(key);
    const plain = isWritten
      ? undefined
      : readPlain(this.#buffer, this.#members[i + 2] as number, this.#members[i + 3] as number);
    if (plain !== undefined) return plain;
    const text = this.text(key) as string;
    try {
      return JSON.parse(text);
    } catch {
      throw badRequest(`The member ${key} is not valid JSON.`, key);
    }
  }

  notable(known: KnownNames): readonly string[] {
    let found = noNames;
    for (let i = 0; i < this.#members.length; i += stride) {
      // Spaces of what was blanked are no small letters: its name is looked up then.
      if (!known.mayBeNotable(this.#buffer, this.#members[i] as number, this.#members[i + 1] as number)) continue;
      const name = this.#blanked ? (this.#names()[i / stride] as string) : this.#nameAt(i);
      if (known.isNotable(name)) found = [...found, name];
    }
    return found;
  }

  embedded(): { count: number; bytes: number } {
    return embeddedFiles(this.#text);
  }

  parse(): Record<string, unknown> {
    const live: string[] = [];
    for (const key of this.#names()) live.push(`${JSON.stringify(key)}:${this.text(key)}`);
    return parseObject(Buffer.from(`{${live.join(',')}}`), 0);
  }

  /** Shares this object's memory. */
  write(set: ReadonlyMap<string, string>, drop: readonly string[] = []): Buffer {
    for (const key of set.keys()) this.#blank(key);
    for (const key of drop) this.#blank(key);
    if (set.size === 0 && !this.#blanked && !this.#written) return this.#text;
    this.#written = true;
    let prefix = '{';
    const append = (key: string, text: string) => {
      prefix += `${prefix.length > 1 ? ',' : ''}${JSON.stringify(key)}:${text}`;
    };
    for (const [key, { text }] of this.#blanked ?? []) if (!set.has(key) && !drop.includes(key)) append(key, text);
    for (const [key, text] of set) append(key, text);
    if (prefix.length > 1 && this.#hasLiveMembers()) prefix += ',';
    const rest = this.#rest;
    const room = Buffer.byteLength(prefix);
    if (room > rest) return Buffer.concat([Buffer.from(prefix), this.#buffer.subarray(rest, this.#end)]);
    this.#buffer.write(prefix, rest - room);
    return this.#buffer.subarray(rest - room, this.#end);
  }

  release(): void {
    giveSlab(this.#buffer);
  }

  /** Position of a member; −1 when there is none. Few members and few questions: comparing beats an index. */
  #find(key: string): number {
    if (this.#escaped) return this.#escaped.get(key) ?? -1;
    // Where it stood its name is no longer to be read.
    const blanked = this.#blanked?.get(key);
    if (blanked) return blanked.at;
    const members = this.#members;
    if (!isAscii(key)) return this.#names().indexOf(key) * stride;
    for (let i = 0; i < members.length; i += stride) {
      const start = members[i] as number;
      if ((members[i + 1] as number) - start === key.length && this.#isAt(start, key)) return i;
    }
    return -1;
  }

  /** `key` is ASCII. */
  #isAt(start: number, key: string): boolean {
    for (let i = 0; i < key.length; i++) if (this.#buffer[start + i] !== key.charCodeAt(i)) return false;
    return true;
  }

  #names(): string[] {
    const names: string[] = [];
    for (let i = 0; i < this.#members.length; i += stride) names.push(this.#nameAt(i));
    for (const [name, { at }] of this.#blanked ?? []) names[at / stride] = name;
    return names;
  }

  #nameAt(i: number): string {
    const name = this.#buffer.toString('utf8', this.#members[i] as number, this.#members[i + 1] as number);
    return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;
  }

  #hasLiveMembers(): boolean {
    return this.#dead ? this.#dead.includes(false) : this.#members.length > 0;
  }

  /** Overwrites a member with spaces, with the one comma that must go with it. */
  #blank(key: string): void {
    const i = this.#find(key);
    if (i < 0) return;
    const count = this.#members.length / stride;
    this.#dead ??= new Array<boolean>(count).fill(false);
    const index = i / stride;
    if (this.#dead[index]) return;
    this.#blanked ??= new Map();
    this.#blanked.set(key, { at: i, text: this.text(key) as string });
    this.#dead[index] = true;
    const follows = this.#dead.indexOf(false, index + 1) >= 0;
    const start = (this.#members[i] as number) - 1;
    const end = this.#members[i + 3] as number;
    this.#buffer.fill(space, start, end);
    // Between live members stands exactly one comma: the one before the later of them.
    if (follows) this.#blankComma(end, this.#buffer.length);
    else {
      const before = this.#dead.lastIndexOf(false, index);
      if (before >= 0) this.#blankComma(this.#members[before * stride + 3] as number, start);
    }
  }

  #blankComma(from: number, to: number): void {
    const at = this.#buffer.indexOf(comma, from);
    if (at >= 0 && at < to) this.#buffer[at] = space;
  }
}

/** Printable; asked of every member that is looked for, where a pattern would cost more than the search. */
function isAscii(key: string): boolean {
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    if (code < space || code > tilde) return false;
  }
  return true;
}

/** The object with plain, unique keys, behind free room. */
function normalised(buffer: Buffer, start: number, end: number): Buffer {
  const value = parseObject(buffer, start, end);
  try {
    return Buffer.from(`${' '.repeat(headroom)}${JSON.stringify(value)}`);
  } catch {
    throw tooDeep();
  }
}

function tooDeep() {
  return badRequest('The body nests deeper than 512 levels.');
}

function parseObject(buffer: Buffer, start: number, end = buffer.length): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(buffer.toString('utf8', start, end));
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The body must be a JSON object.');
  return value as Record<string, unknown>;
}
