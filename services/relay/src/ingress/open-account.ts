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

/** Takes a request in: within the caller's limits, with quota held for it. Rejects with the refusal. */
export async function openAccount(relay: Relay, request: FastifyRequest, wanted: Wanted): Promise<Account> {
  const { caller, ip } = request.admitted;
  const { model, price, stream, amount, tokens, startedAt } = wanted;
  const lease = relay.leases.lease(caller.userId, caller.tokenId);
  if (caller.scopes.length > 0) await admitWithinLimits(relay, caller, request.id, tokens);
  // Mostly answered at once, and then there is nothing to wait for.
  const reserving = relay.leases.reserve(lease, caller.limited, amount);
  const refusal = reserving && (await reserving);
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
    reserved: refusal ? 0 : amount,
  };
  if (!refusal) return account;
  relay.meter.release(account);
  throw refusal;
}
