import { type CompiledPrice, namesServiceTier } from '@switchyard/pricing';
import { type ServiceTiers, tierName } from '../dialects/service-tiers.ts';
import type { RelayRequest } from './relay-request.ts';
import type { RequestBody } from './request-body.ts';

/** A member that asks for a tier of service other than the standard one; without a name when its value is no text. */
export interface AskedTier {
  readonly member: string;
  readonly name: string | undefined;
}

/** What everybody gets who asks for nothing. */
const standard: ReadonlySet<string | undefined> = new Set(['auto', 'default', 'standard_only', 'global']);
/** Costs the operator less than the standard one: it may pass without a price. */
const cheap = 'flex';

/** Tiers that a request asks for; undefined for none, as most do. */
export function readTiers(body: RequestBody, { members }: ServiceTiers): readonly AskedTier[] | undefined {
  let found: AskedTier[] | undefined;
  for (const member of members) {
    const value = body.read(member);
    if (value === undefined || value === null) continue;
    const name = tierName(value);
    if (!standard.has(name)) found = [...(found ?? []), { member, name }];
  }
  return found;
}

/**
 * The request with the one tier that the price in force names: it is held for and charged. All others are taken out of what
 * is sent, so that nobody gets a dear tier at the standard price.
 */
export function admitTiers(request: RelayRequest, price: CompiledPrice, atMs: number): RelayRequest {
  const { tiers, asked } = request;
  if (!tiers) return request;
  const isNamed = (name: string) => namesServiceTier(price, name, atMs);
  const passing = tiers.find(({ name }) => name !== undefined && (name === cheap || isNamed(name)));
  const reason = 'the model has no price for it';
  const unpriced = tiers.filter((tier) => tier !== passing).map(({ member }) => ({ member, reason }));
  const dropped = [...(request.dropped ?? []), ...unpriced];
  return passing?.name !== undefined && isNamed(passing.name)
    ? { ...request, dropped, asked: { ...asked, serviceTier: passing.name }, tierMember: passing.member }
    : { ...request, dropped };
}
