import type { UsageTokens } from '@switchyard/contracts';
import type { RawTap } from './tap.ts';

/** Passes bytes on as they come. What they cost is known from the request alone. */
export class PassTap implements RawTap {
  readonly kind = 'raw';
  readonly contentType: string;
  receivedBytes = 0;

  constructor(contentType: string) {
    this.contentType = contentType;
  }

  push(chunk: Buffer): Buffer {
    this.receivedBytes += chunk.length;
    return chunk;
  }

  usage(): UsageTokens | undefined {
    return undefined;
  }

  text(): string {
    return '';
  }
}
