import type { CompiledPrice } from '@switchyard/pricing';
import type { FastifyRequest } from 'fastify';
import { admitWithinLimits } from '../admission/limits.ts';
import type { Relay } from '../context.ts';
import type { Account } from '../metering/meter.ts';

export interface Wanted {
  readonly model: string;
  readonly price: CompiledPrice;
  readonly stream: boolean;
  /** Quota to hold. */
  readonly amount: number;
  /** Expected, for limits on their rate. */
  readonly tokens: number;
  readonly startedAt: number;
}

/**
 * Takes a request in: within the caller's limits, with quota held for it. Mostly at once: only limits and leases that must grow are
 * waited for. Throws, or rejects with, the refusal.
 */
export function openAccount(relay: Relay, request: FastifyRequest, wanted: Wanted): Account | Promise<Account> {
  const { caller } = request.admitted;
  if (caller.scopes.length === 0) return hold(relay, request, wanted);
  return admitWithinLimits(relay, caller, request.id, wanted.tokens).then(() => hold(relay, request, wanted));
}

function hold(relay: Relay, request: FastifyRequest, wanted: Wanted): Account | Promise<Account> {
  const { caller, ip } = request.admitted;
  const { model, price, stream, amount, startedAt } = wanted;
  const lease = relay.leases.lease(caller.userId, caller.tokenId);
  const account: Account = {
    requestId: request.id,
    startedAt,
    caller,
    lease,
    price,
    model,
    stream,
    ip,
    // Without the query: it may hold the key.
    path: (request.url.split('?', 1)[0] as string).slice(0, 256),
    reserved: amount,
  };
  const reserving = relay.leases.reserve(lease, caller.limited, amount);
  if (!reserving) return account;
  return reserving.then((refusal) => {
    if (!refusal) return account;
    account.reserved = 0;
    relay.meter.release(account);
    throw refusal;
  });
}
