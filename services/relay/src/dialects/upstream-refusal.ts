import type { UpstreamError } from './canonical.ts';

/** An upstream answered, but not with what was asked for. */
export class UpstreamRefusal extends Error {
  readonly upstream: UpstreamError;

  constructor(upstream: UpstreamError) {
    super(upstream.message);
    this.upstream = upstream;
  }
}
