import { type Amend, without } from '../amendment.ts';

/** A project that may not ask for a tier of service is served at the standard one. */
export const amend: Amend = (refusal) =>
  refusal.status === 400 && refusal.body.includes('service_tier') && /\bproject\b/i.test(refusal.body)
    ? without(refusal, 'service_tier')
    : undefined;
