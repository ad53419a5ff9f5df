import type { UsageTokens } from '@switchyard/contracts';
import type { UpstreamDialect } from '../dialects/dialect.ts';

const usageName = Buffer.from('"usage"');
const quote = 0x22;
const backslash = 0x5c;

/** Reads usage and text from a whole answer. */
export class BodyTap {
  readonly #dialect: UpstreamDialect;
  readonly #chunks: Buffer[] = [];
  #parsed: unknown;
  receivedBytes = 0;

  constructor(dialect: UpstreamDialect) {
    this.#dialect = dialect;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.receivedBytes += chunk.length;
  }

  bytes(): Buffer {
    return this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
  }

  /** The usage object alone is parsed when it can be found; the whole answer otherwise. */
  usage(): UsageTokens | undefined {
    const text = lastUsageObject(this.bytes());
    const usage = text === undefined ? undefined : parse(text);
    return usage === undefined ? this.#dialect.readUsage(this.payload()) : this.#dialect.readUsage({ usage });
  }

  text(): string {
    return this.#dialect.readOutput(this.payload());
  }

  /** The parsed answer; undefined when it is not JSON. */
  payload(): unknown {
    this.#parsed ??= parse(this.bytes().toString('utf8'));
    return this.#parsed;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Text of the last object under a key "usage". Inside a JSON string the name cannot stand: its closing quote would be
 * escaped there.
 */
function lastUsageObject(bytes: Buffer): string | undefined {
  const name = bytes.lastIndexOf(usageName);
  if (name < 0) return undefined;
  const start = bytes.indexOf('{', name + usageName.length);
  if (start < 0 || start > name + usageName.length + 8) return undefined;
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at++;
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    } else if (byte === 0x7b) depth++;
    else if (byte === 0x7d && --depth === 0) return bytes.toString('utf8', start, at + 1);
  }
  return undefined;
}
