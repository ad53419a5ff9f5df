import { randomUUID } from 'node:crypto';
import { badRequest, refuse } from '../errors.ts';
import type { KnownNames } from './known-names.ts';
import type { RequestBody } from './request-body.ts';

/** A file of a form. */
export interface FormFile {
  readonly field: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const mostParts = 256;
/** What some readers take for an escape or an end, and others for a part of the name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is meant
const ambiguous = /[\\"\u0000-\u001f\u007f]/;
const ambiguousCharacters = new RegExp(ambiguous, 'g');
/** Fields that are texts, whatever they look like. */
const texts: ReadonlySet<string> = new Set(['model', 'prompt']);

/** A form with files (RFC 7578), as OpenAI takes pictures and sound. Its members are the fields that are no files. */
export class MultipartBody implements RequestBody {
  readonly #fields: readonly (readonly [string, string])[];
  readonly files: readonly FormFile[];
  readonly #boundary = `switchyard-${randomUUID()}`;
  readonly byteLength: number;

  private constructor(byteLength: number, fields: [string, string][], files: FormFile[]) {
    this.byteLength = byteLength;
    this.#fields = fields;
    this.files = files;
  }

  /** Rejects with a GatewayError: 400 for bytes that are no such form, or one that says a thing twice; 413 for too many parts. */
  static async parse(bytes: Buffer, contentType: string): Promise<MultipartBody> {
    if (hasMoreParts(bytes, contentType)) throw refuse('body_too_large', `${mostParts} parts`);
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
      .formData()
      .catch(() => {
        throw badRequest('The form could not be read. Send multipart/form-data with its boundary.');
      });
    const parts = [...form];
    if (parts.length > mostParts) throw refuse('body_too_large', `${mostParts} parts`);
    const fields: [string, string][] = [];
    const files: FormFile[] = [];
    for (const [field, value] of parts) {
      if (ambiguous.test(field))
        throw badRequest('Names of fields must not hold backslashes, quotes or control characters.');
      if (typeof value === 'string') {
        // Which one counts is for each host to say: a price must not hang on it.
        if (!field.endsWith('[]') && fields.some(([name]) => name === field))
          throw badRequest(`Give ${field.slice(0, 40)} once.`, field.slice(0, 40));
        fields.push([field, value]);
      } else {
        const { name: filename, type } = value;
        files.push({ field, filename, type, bytes: Buffer.from(await value.arrayBuffer()) });
      }
    }
    return new MultipartBody(bytes.length, fields, files);
  }

  get contentType(): string {
    return `multipart/form-data; boundary=${this.#boundary}`;
  }

  has(key: string): boolean {
    return this.#value(key) !== undefined;
  }

  startOf(key: string): string {
    return this.text(key)?.charAt(0) ?? '';
  }

  lengthOf(key: string): number {
    return Buffer.byteLength(this.text(key) ?? '');
  }

  hasElementWithout(): boolean {
    return false;
  }

  hasMoreElements(): boolean {
    return false;
  }

  includes(key: string, bytes: Buffer): boolean {
    return this.text(key)?.includes(bytes.toString()) ?? false;
  }

  /** Numbers and truth values are what they look like where they may be; all else is a text. */
  text(key: string): string | undefined {
    const value = this.#value(key);
    if (value === undefined) return undefined;
    const isText = texts.has(key) || !/^(true|false|-?(0|[1-9]\d{0,14})(\.\d{1,15})?)$/.test(value);
    return isText ? JSON.stringify(value) : value;
  }

  read(key: string): unknown {
    const text = this.text(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  notable(known: KnownNames): readonly string[] {
    return this.#fields.map(([name]) => name).filter((name) => known.isNotable(name));
  }

  embedded(): { count: number; bytes: number } {
    return { count: this.files.length, bytes: this.files.reduce((sum, file) => sum + file.bytes.length, 0) };
  }

  parse(): Record<string, unknown> {
    return Object.fromEntries(this.#fields.map(([key]) => [key, this.read(key)]));
  }

  /** Always anew: readers differ on forms that are not quite right, and the host must read what was priced here. */
  write(set: ReadonlyMap<string, string>, drop: readonly string[] = []): Buffer {
    const kept = this.#fields.filter(([key]) => !set.has(key) && !drop.includes(key));
    const given = [...set].map(([key, text]) => [key, toField(text)] as const);
    const parts = [...kept, ...given].map(([key, value]) => this.#part(`name="${key}"`, '', Buffer.from(value)));
    for (const { field, filename, type, bytes } of this.files) {
      // Without a name a file is a text to some readers.
      const name = filename.replaceAll(ambiguousCharacters, '_') || 'file';
      const head = `name="${field}"; filename="${name}"`;
      const known = /^[ -~]+$/.test(type) ? type : 'application/octet-stream';
      parts.push(this.#part(head, `content-type: ${known}\r\n`, bytes));
    }
    return Buffer.concat([...parts, Buffer.from(`--${this.#boundary}--\r\n`)]);
  }

  release(): void {}

  #part(disposition: string, headers: string, content: Buffer): Buffer {
    const head = `--${this.#boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${headers}\r\n`;
    return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
  }

  #value(key: string): string | undefined {
    return this.#fields.find(([name]) => name === key)?.[1];
  }
}

/** Told by what stands between parts, before any is read: to read ten thousand keeps everybody waiting. */
function hasMoreParts(bytes: Buffer, contentType: string): boolean {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const delimiter = Buffer.from(`\r\n--${quoted ?? token}`);
  // One for the end, one where something stands before the first part.
  let left = mostParts + 1;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    if (--left < 0) return true;
  }
  return false;
}

function toField(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
