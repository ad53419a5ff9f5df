import type { CompiledPrice } from '@switchyard/pricing';
import { admitWithinLimits } from '../admission/limits.ts';
import { admitWithinRequestLimit, takeBackSuccess } from '../admission/request-limit.ts';
import { holdRefusal } from '../admission/token-refusal.ts';
import type { Relay } from '../context.ts';
import type { Account, AccountOperation } from '../metering/meter.ts';
import type { Incoming } from './incoming.ts';

export interface Wanted {
  readonly model: string;
  readonly price: CompiledPrice;
  readonly operation: AccountOperation;
  /** How the client speaks. */
  readonly dialect: string;
  readonly stream: boolean;
  /** Quota to hold. */
  readonly amount: number;
  /** Expected, for limits on their rate. */
  readonly tokens: number;
  readonly startedAt: number;
  readonly begunAt: number;
}

/**
 * Takes a request in: within the caller's limits, with quota held for it. Mostly at once: only limits and leases that must grow are
 * waited for. Throws, or rejects with, the refusal.
 */
export function openAccount(relay: Relay, request: Incoming, wanted: Wanted): Account | Promise<Account> {
  const { caller, snapshot } = request.admitted;
  if (snapshot.options.ModelRequestRateLimitEnabled) return openCounted(relay, request, wanted);
  if (caller.scopes.length === 0) return hold(relay, request, wanted, false);
  return admitWithinLimits(relay, caller, request.id, wanted.tokens).then(() => hold(relay, request, wanted, false));
}

async function openCounted(relay: Relay, request: Incoming, wanted: Wanted): Promise<Account> {
  const { caller, snapshot } = request.admitted;
  const countsSuccess = await admitWithinRequestLimit(relay, caller.userId, snapshot.options);
  try {
    if (caller.scopes.length > 0) await admitWithinLimits(relay, caller, request.id, wanted.tokens);
  } catch (refusal) {
    if (countsSuccess) await takeBackSuccess(relay.kv.limiter, caller.userId);
    throw refusal;
  }
  return hold(relay, request, wanted, countsSuccess);
}

function readTraceparent({ headers: { traceparent } }: Incoming): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}

function hold(relay: Relay, request: Incoming, wanted: Wanted, countsSuccess: boolean): Account | Promise<Account> {
  const { caller, ip } = request.admitted;
  const { model, price, operation, dialect, stream, amount, startedAt, begunAt } = wanted;
  const lease = relay.leases.lease(caller.userId, caller.tokenId);
  const account: Account = {
    requestId: request.id,
    startedAt,
    begunAt,
    caller,
    lease,
    price,
    model,
    operation,
    dialect,
    stream,
    ip,
    // Without the query: it may hold the key.
    path: (request.url.split('?', 1)[0] as string).slice(0, 256),
    reserved: amount,
    ended: false,
    countsSuccess,
    traceparent: relay.config.trustsTraceparent ? readTraceparent(request) : undefined,
  };
  const reserving = relay.leases.reserve(lease, caller.limited, amount);
  if (!reserving) return account;
  return reserving.then((refusal) => {
    if (!refusal) return account;
    account.reserved = 0;
    relay.meter.release(account);
    throw holdRefusal(refusal, caller.limits, Date.now());
  });
}
