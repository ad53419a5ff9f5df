import { isObject } from '../json.ts';
import { type ServiceTiers, toldTier } from '../service-tiers.ts';

export const serviceTiers: ServiceTiers = {
  members: ['serviceTier', 'service_tier'],
  header: 'x-gemini-service-tier',
  told: (payload) =>
    isObject(payload) && isObject(payload.usageMetadata) ? toldTier(payload.usageMetadata.serviceTier) : undefined,
};
