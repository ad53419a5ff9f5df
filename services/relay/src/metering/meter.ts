import type { PriceReceipt, SubmittedTask, UsageEvent, UsageTokens } from '@switchyard/contracts';
import type { Limiter } from '@switchyard/kv';
import type { Logger } from '@switchyard/log';
import { type CompiledPrice, price, receipt } from '@switchyard/pricing';
import type { Lease } from '../admission/lease.ts';
import type { Leases } from '../admission/leases.ts';
import { takeBackSuccess } from '../admission/request-limit.ts';
import type { Caller } from '../auth/caller.ts';
import type { GatewayError } from '../errors.ts';
import type { Operation } from '../ingress/operation.ts';
import type { MadeTry } from '../routing/made-try.ts';
import type { RequestFigures } from '../telemetry/request-figures.ts';
import type { RequestTraces } from '../telemetry/request-traces.ts';
import type { Publisher } from './publisher.ts';
import type { Spool } from './spool/spool.ts';
import { writeEvent } from './write-event.ts';

/** `task`: work that goes on at the upstream. */
export type AccountOperation = Operation | 'task';

/** What is known of a request from its admission on. */
export interface Account {
  readonly requestId: string;
  readonly startedAt: number;
  /** The same moment by the clock of `performance`, which nobody sets: spans of time are measured from it. */
  readonly begunAt: number;
  readonly caller: Caller;
  readonly lease: Lease;
  readonly price: CompiledPrice;
  readonly model: string;
  readonly operation: AccountOperation;
  /** How the client speaks. */
  readonly dialect: string;
  readonly stream: boolean;
  readonly ip: string;
  readonly path: string;
  /** Quota held for it; grows while it streams. */
  reserved: number;
  /** Settled or released: nothing is held for it any more. */
  ended: boolean;
  /** It counts as a success until it fails. */
  readonly countsSuccess: boolean;
  /** The client's place in a trace, where the operator lets it say. */
  readonly traceparent: string | undefined;
}

/** How a request stands or ended. */
export interface Outcome {
  readonly tokens: UsageTokens;
  readonly counted: UsageEvent['counted'];
  readonly status: number;
  readonly ended: UsageEvent['ended'];
  readonly error?: string | undefined;
  readonly channelId: number;
  /** That of the channel; undefined without one. */
  readonly providerName?: string | undefined;
  readonly upstreamModel?: string | undefined;
  readonly firstByteMs: number;
  readonly tries: readonly MadeTry[];
  /** Work that goes on at the upstream. */
  readonly task?: SubmittedTask;
}

interface Priced {
  readonly charge: number;
  readonly receipt?: PriceReceipt;
}

/** As much as an event may say; what clients and upstreams wrote may be in it. */
const longestError = 500;

export interface MeterParts {
  readonly spool: Spool;
  readonly publisher: Publisher;
  readonly leases: Leases;
  readonly limiter: Limiter;
  readonly figures: RequestFigures;
  readonly traces: RequestTraces | undefined;
  readonly log: Logger;
}

/** Turns what a request used into a charge: prices it, spools it, hands it to the publisher. */
export class Meter {
  readonly #spool: Spool;
  readonly #publisher: Publisher;
  readonly #leases: Leases;
  readonly #limiter: Limiter;
  readonly #figures: RequestFigures;
  readonly #traces: RequestTraces | undefined;
  readonly #log: Logger;

  constructor({ spool, publisher, leases, limiter, figures, traces, log }: MeterParts) {
    this.#spool = spool;
    this.#publisher = publisher;
    this.#leases = leases;
    this.#limiter = limiter;
    this.#figures = figures;
    this.#traces = traces;
    this.#log = log;
  }

  /** The final word on a request. `written` is called when the charge can no longer be lost by a killed process. */
  settle(account: Account, outcome: Outcome, written: () => void): void {
    const priced = this.#price(account, outcome);
    const { charge } = priced;
    const traceparent = this.#traces?.settled(account, outcome, charge);
    const event = this.#event(account, outcome, priced, true, traceparent);
    const { lease } = account;
    const durationMs = performance.now() - account.begunAt;
    const segment = this.#spool.final(event, () => {
      try {
        written();
      } catch (error) {
        // It is charged all the same: what follows must be done.
        this.#log.error({ err: error, requestId: account.requestId }, 'an answer could not be written');
      }
      // The client need not wait for what is counted.
      this.#figures.settled(account, outcome, charge, durationMs);
    });
    lease.settle(account.reserved, charge);
    account.ended = true;
    this.#releaseLimits(account, outcome.tokens.prompt + outcome.tokens.completion, outcome.status < 400);
    this.#publisher.add({ event, amount: charge, hold: lease.hold, segment, at: Date.now() });
  }

  /** What a running request has cost so far, for the case that this process dies. */
  note(account: Account, outcome: Outcome): void {
    this.#spool.progress(this.#event(account, outcome, this.#price(account, outcome), false));
  }

  /** A request that ends without a charge and without a row in the log: it never reached a channel. */
  release(account: Account): void {
    account.lease.settle(account.reserved, 0);
    account.ended = true;
    this.#releaseLimits(account, 0, false);
  }

  /** Raises what is held for a running request to at least `amount`. Answers why not, when it cannot. */
  async extend(account: Account, amount: number): Promise<GatewayError | undefined> {
    const more = amount - account.reserved;
    if (more <= 0) return undefined;
    const refusal = await this.#leases.extend(account.lease, more);
    if (refusal) return refusal;
    // It ended while kv was asked, and gave back what it had by then.
    if (account.ended) account.lease.settle(more, 0);
    else account.reserved += more;
    return undefined;
  }

  #releaseLimits({ caller, requestId, countsSuccess }: Account, tokens: number, succeeded: boolean): void {
    const takesBack = countsSuccess && !succeeded;
    if (caller.scopes.length === 0 && !takesBack) return;
    const failed = (error: unknown) => {
      this.#log.warn({ err: error, requestId }, 'a rate limit was not released; it frees itself');
    };
    if (caller.scopes.length > 0) this.#limiter.release(caller.userId, requestId, tokens).catch(failed);
    if (takesBack) takeBackSuccess(this.#limiter, caller.userId).catch(failed);
  }

  /** Nothing received costs nothing, whatever the price is for. */
  #price(account: Account, outcome: Outcome): Priced {
    if (outcome.counted === 'none') return { charge: 0 };
    const { price: compiled, startedAt } = account;
    try {
      const charge = price(compiled, outcome.tokens, startedAt);
      return { charge, receipt: receipt(compiled, outcome.tokens, startedAt) };
    } catch (error) {
      // An upstream that reports absurd counts: nothing is charged rather than anything.
      this.#log.error({ err: error, requestId: account.requestId }, 'usage out of bounds');
      return { charge: 0 };
    }
  }

  #event(
    account: Account,
    outcome: Outcome,
    { charge, receipt }: Priced,
    final: boolean,
    traceparent?: string,
  ): string {
    const event = {
      version: 1,
      id: account.requestId,
      final,
      charge,
      holdId: account.lease.hold.id,
      model: account.model,
      upstreamModel: outcome.upstreamModel,
      channelId: outcome.channelId,
      stream: account.stream,
      tokens: outcome.tokens,
      counted: outcome.counted,
      status: outcome.status,
      ended: outcome.ended,
      error: outcome.error?.slice(0, longestError).toWellFormed(),
      durationMs: Math.round(performance.now() - account.begunAt),
      firstByteMs: outcome.firstByteMs,
      tries: outcome.tries,
      ip: account.ip,
      path: account.path,
      traceparent,
      task: outcome.task,
    } as const;
    return writeEvent(event, account.caller, receipt);
  }
}
