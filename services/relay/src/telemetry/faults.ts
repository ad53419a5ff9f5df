import { LabelCap, type Readings } from '@switchyard/telemetry';
import type { Failure } from '../egress/failure.ts';
import { errorCodes } from '../errors.ts';

const mostChannels = 1_000;

/** Counts refusals, and calls to upstreams that gave no answer. */
export class Faults {
  readonly #channels = new LabelCap(mostChannels);
  readonly #refusals = new Map<string, number>();
  readonly #failures = new Map<string, { readonly channel: string; readonly cause: string; count: number }>();

  /** A request that got no further than to us. A code that is not in the table is an upstream's: `other`. */
  refused(code: string): void {
    const known = errorCodes.has(code) ? code : 'other';
    this.#refusals.set(known, (this.#refusals.get(known) ?? 0) + 1);
  }

  failed(channelId: number, failure: Failure): void {
    const cause = causeOf(failure);
    const channel = this.#channels.admit(String(channelId));
    const key = `${channel} ${cause}`;
    const failures = this.#failures.get(key) ?? { channel, cause, count: 0 };
    this.#failures.set(key, failures);
    failures.count++;
  }

  *refusals(): Readings {
    for (const [code, count] of this.#refusals) yield [{ code }, count];
  }

  *failures(): Readings {
    for (const { count, ...labels } of this.#failures.values()) yield [labels, count];
  }
}

function causeOf({ timedOut, blame, pauseMs }: Failure): string {
  if (timedOut) return 'timed_out';
  if (pauseMs !== undefined) return 'rate_limited';
  return blame === 'none' ? 'client' : blame;
}
