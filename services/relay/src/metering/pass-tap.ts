import type { UsageTokens } from '@switchyard/contracts';
import type { RawTap } from './tap.ts';

const keepBytes = 1_048_576;

/** Passes bytes on as they come; keeps texts (transcripts) for counting. */
export class PassTap implements RawTap {
  readonly kind = 'raw';
  readonly contentType: string;
  readonly #kept: Buffer[] = [];
  receivedBytes = 0;

  constructor(contentType: string) {
    this.contentType = contentType;
  }

  push(chunk: Buffer): Buffer {
    this.receivedBytes += chunk.length;
    const bytes = Buffer.from(chunk);
    if (this.contentType.startsWith('text/') && this.receivedBytes <= keepBytes) this.#kept.push(bytes);
    return bytes;
  }

  usage(): UsageTokens | undefined {
    return undefined;
  }

  serviceTier(): string | undefined {
    return undefined;
  }

  text(): string {
    return Buffer.concat(this.#kept).toString('utf8');
  }
}
