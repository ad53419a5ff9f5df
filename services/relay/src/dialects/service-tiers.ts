/** How a dialect speaks of tiers of service: how soon an answer comes, at another price. */
export interface ServiceTiers {
  /** Members at the top of a request that ask for one. */
  readonly members: readonly string[];
  /** Header of an answer that names the tier it was served at. */
  readonly header?: string;
  /**
   * The tier that an answer, or an event of its stream, says it was served at, of those that this member of the request asks for; undefined
   * when it does not say.
   */
  told(payload: unknown, member: string): string | undefined;
}

/**
 * The name of a tier in lower case, as price cards have it; undefined for what names none. Google may write SERVICE_TIER_PRIORITY, and has
 * another word than OpenAI for the one that everybody gets.
 */
export function tierName(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const name = value.toLowerCase().replace(/^service_tier_/, '');
  return name === 'standard' ? 'default' : name;
}

/** The same in an answer. Before it is known what will be, OpenAI says `auto`. */
export function toldTier(value: unknown): string | undefined {
  const name = tierName(value);
  return name === 'auto' ? undefined : name;
}
