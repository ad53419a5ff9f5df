import type { Unit } from '@switchyard/pricing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { estimate } from '../admission/estimate.ts';
import { admitWithinLimits } from '../admission/limits.ts';
import type { Relay } from '../context.ts';
import { Exchange } from '../egress/exchange.ts';
import { Reply } from '../egress/reply.ts';
import { refuse } from '../errors.ts';
import type { Account } from '../metering/meter.ts';
import { Settlement } from '../metering/settlement.ts';
import type { RelayRequest } from './relay-request.ts';

const spoolRefusesAt = 0.8;

/** Serves one request for a model: priced, admitted, then handed to an exchange that answers by itself. */
export async function serve(
  relay: Relay,
  request: FastifyRequest,
  reply: FastifyReply,
  read: RelayRequest,
): Promise<void> {
  const startedAt = Date.now();
  const { caller, channelId, ip, snapshot } = request.admitted;
  if (relay.draining) throw refuse('unavailable', 'this server is restarting');
  if (relay.spool.fill >= spoolRefusesAt) throw refuse('unavailable', 'charges cannot be stored');
  const { model } = read;
  if (caller.models && !caller.models.has(model)) throw refuse('model_not_allowed', model);
  const pinned = channelId === undefined ? undefined : snapshot.pinned(channelId, model);
  if (channelId !== undefined && !pinned) throw refuse('channel_disabled');
  const route = pinned ? { tiers: [[pinned]] } : snapshot.route(caller.group, model);
  if (!route) {
    throw snapshot.knows(model) ? refuse('no_channel', caller.group, model) : refuse('model_not_found', model);
  }
  const price = snapshot.prices.price(model, caller.group);
  // A price per second is for sound and video: nothing here has a length.
  if (!price || !isMeasured(price.unit, read.asked)) throw refuse('model_price_error', model);
  const expected = estimate(read, price, snapshot.options.PreConsumedQuota);
  const { promptTokens, completionTokens, amount } = expected;
  const lease = relay.leases.lease(caller.userId, caller.tokenId);
  if (caller.scopes.length > 0) await admitWithinLimits(relay, caller, request.id, promptTokens + completionTokens);
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
    stream: read.stream,
    ip,
    path: request.url.slice(0, 256),
    reserved: refusal ? 0 : amount,
  };
  if (refusal) {
    relay.meter.release(account);
    throw refusal;
  }
  reply.hijack();
  const settlement = new Settlement(account, relay.meter, relay.counter, read, expected);
  const itinerary = { route, retries: snapshot.options.RetryTimes };
  const answer = new Reply(reply.raw, request.id, read.dialect);
  new Exchange(relay, itinerary, read, request.headers, settlement, answer).start();
}

/** A price per second or character is of no use for a request without a length. */
function isMeasured(unit: Unit, asked: RelayRequest['asked']): boolean {
  if (unit === 'seconds') return asked?.seconds !== undefined;
  return unit !== 'characters' || asked?.characters !== undefined;
}
