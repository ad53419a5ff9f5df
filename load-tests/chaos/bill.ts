import type { UpstreamRequest } from '@switchyard/testing/upstream';
import type { Seen } from './client.ts';
import { priceOf } from './tariff.ts';

/** The end of a relay that was killed. Times are Unix milliseconds. */
export interface Kill {
  readonly url: string;
  readonly at: number;
  /** When it was frozen shortly before, after which it may have noted nothing. */
  readonly frozenAt?: number | undefined;
}

/** Output that a killed relay may forget. */
const forgottenMs = 1_000;

/** The least and the most that a request may be charged, by what client and upstream saw of it. */
export interface Bill {
  readonly least: number;
  readonly most: number;
}

/**
 * A complete answer costs its usage. One that broke off, or ended without usage, costs at most what the upstream sent
 * and at least what the client had, but for the last second before a kill that met it. What was refused costs nothing.
 */
export function billOf(seen: Seen, sent: readonly UpstreamRequest[], kills: readonly Kill[]): Bill {
  if (seen.complete && seen.usage) {
    const price = priceOf(seen.model, seen.usage);
    return { least: price, most: price };
  }
  if (seen.status >= 400) return { least: 0, most: 0 };
  // The first one that met it: it did not live on in the next process.
  const kill = kills.find(({ url, at }) => url === seen.url && seen.sentAt <= at && at <= seen.endedAt);
  const until = seen.complete || kill === undefined ? seen.endedAt : (kill.frozenAt ?? kill.at) - forgottenMs;
  const had = seen.tokenTimes.filter((time) => time <= until).length;
  const most = sent.map(({ contentTokens }) =>
    contentTokens === 0 ? 0 : priceOf(seen.model, { prompt: promptTokens(seen), completion: contentTokens }),
  );
  return {
    least: had === 0 ? 0 : priceOf(seen.model, { prompt: 0, completion: had }),
    most: Math.max(0, ...most),
  };
}

/**
 * The most that the relay may count where no usage came: it has a tokenizer, while the upstream of these tests takes
 * four characters for a token.
 */
function promptTokens({ correlation }: Seen): number {
  return Math.ceil(correlation.length / 3);
}
