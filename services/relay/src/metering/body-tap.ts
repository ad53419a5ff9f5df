import type { UsageTokens } from '@switchyard/contracts';
import type { UpstreamDialect } from '../dialects/dialect.ts';
import { type Failure, unusable } from '../egress/failure.ts';
import { SseTap } from './sse-tap.ts';

const usageName = Buffer.from('"usage"');
const quote = 0x22;
const backslash = 0x5c;

/** Reads usage and text from a whole answer. */
export class BodyTap {
  readonly #dialect: UpstreamDialect;
  readonly #chunks: Buffer[] = [];
  #parsed: unknown;
  #usage: UsageTokens | undefined;
  #usageRead = false;
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
    if (!this.#usageRead) {
      const text = lastUsageObject(this.bytes());
      const usage = text === undefined ? undefined : parse(text);
      this.#usage = this.#dialect.readUsage(usage === undefined ? this.payload() : { usage });
      this.#usageRead = true;
    }
    return this.#usage;
  }

  text(): string {
    return this.#dialect.readOutput(this.payload());
  }

  /** Why this is no answer, although its status said so; undefined when it is one. Parses only what looks odd. */
  problem(): Failure | undefined {
    if (this.receivedBytes === 0) return unusable('it answered with nothing');
    if (this.usage() !== undefined && !this.bytes().includes('"error"')) return undefined;
    if (this.payload() === undefined) return unusable('its answer is not JSON');
    const error = this.#dialect.errorIn(this.payload());
    return error && unusable(error.message, error);
  }

  /** The answer as the stream that the client asked for. */
  asStream(hideUsage: boolean): Buffer {
    const events = new SseTap(this.#dialect, hideUsage);
    const passed = events.push(Buffer.from(this.#dialect.asStream(this.payload())));
    return Buffer.concat([passed, events.flush()].filter((part) => part !== undefined));
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
