import type { CompiledPrice } from '@switchyard/pricing';
import type { Relay } from '../context.ts';
import { refuse } from '../errors.ts';
import type { Route } from '../routing/candidates.ts';
import { Tier } from '../routing/tier.ts';
import type { Admitted } from './admit.ts';

/** Where a model is served for a caller, and what it costs there. */
export interface Offer {
  readonly route: Route;
  readonly price: CompiledPrice;
}

const spoolRefusesAt = 0.8;

/** Throws the refusal when nothing more is taken in, or this caller may not use the model. */
export function requireAllowed(relay: Relay, { caller }: Admitted, model: string): void {
  if (relay.spool.fill >= spoolRefusesAt) throw refuse('unavailable', 'charges cannot be stored');
  if (caller.models && !caller.models.has(model)) throw refuse('model_not_allowed', model);
}

/** What a caller is offered for a model. Throws the refusal. */
export function offerOf(relay: Relay, admitted: Admitted, model: string): Offer {
  requireAllowed(relay, admitted, model);
  const { caller, channelId, snapshot } = admitted;
  const pinned = channelId === undefined ? undefined : snapshot.pinned(channelId, model);
  if (channelId !== undefined && !pinned) throw refuse('channel_disabled');
  const route = pinned ? { tiers: [Tier.of([pinned])] } : snapshot.route(caller.group, model);
  if (!route) {
    throw snapshot.knows(model) ? refuse('no_channel', caller.group, model) : refuse('model_not_found', model);
  }
  const price = snapshot.prices.price(model, caller.group);
  if (!price) throw refuse('model_price_error', model);
  return { route, price };
}
