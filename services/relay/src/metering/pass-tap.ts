import type { UsageTokens } from '@switchyard/contracts';
import type { RawTap } from './tap.ts';

const keepBytes = 1_048_576;

/** Passes bytes on as they come; keeps texts (transcripts) for counting. */
export class PassTap implements RawTap {
  readonly kind = 'raw';
  readonly contentType: string;
  readonly #usage: UsageTokens | undefined;
  readonly #kept: Buffer[] = [];
  receivedBytes = 0;

  /** `usage`: as the headers told it. */
  constructor(contentType: string, usage?: UsageTokens) {
    this.contentType = contentType;
    this.#usage = usage;
  }

  push(chunk: Buffer): Buffer {
    this.receivedBytes += chunk.length;
    const bytes = Buffer.from(chunk);
    if (this.contentType.startsWith('text/') && this.receivedBytes <= keepBytes) this.#kept.push(bytes);
    return bytes;
  }

  usage(): UsageTokens | undefined {
    return this.#usage;
  }

  serviceTier(): string | undefined {
    return undefined;
  }

  text(): string {
    return Buffer.concat(this.#kept).toString('utf8');
  }
}
