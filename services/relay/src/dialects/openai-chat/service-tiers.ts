import { isObject } from '../json.ts';
import { type ServiceTiers, toldTier } from '../service-tiers.ts';

/** The answer, and each chunk of its stream, names the tier. */
export const serviceTiers: ServiceTiers = {
  members: ['service_tier'],
  told: (payload) => (isObject(payload) ? toldTier(payload.service_tier) : undefined),
};
