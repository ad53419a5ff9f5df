import type { PriceCard, PricingEntry } from '@switchyard/console/calls';
import useSWR from 'swr';
import { exchange } from '../../lib/http.ts';

export type { PriceCard };

/** A model with its prices in USD before the ratio of a group. */
export type PriceEntry = Readonly<Omit<PricingEntry, 'card'>> & { readonly card: PriceCard };

export interface PriceList {
  readonly entries: readonly PriceEntry[];
  /** What prices are multiplied by, for each group that the visitor may use. */
  readonly ratios: Readonly<Record<string, number>>;
  readonly descriptions: Readonly<Record<string, string>>;
}

type Answer = {
  readonly group_ratio: Readonly<Record<string, number>>;
  readonly usable_group: Readonly<Record<string, string>>;
};

async function readPriceList(): Promise<PriceList> {
  const answer = await exchange<PriceEntry[]>('GET', '/api/pricing');
  const { group_ratio: ratios, usable_group: descriptions } = answer as typeof answer & Answer;
  return { entries: answer.data, ratios, descriptions };
}

/** The price list; visitors get that of the groups open to everybody. */
export function usePriceList() {
  return useSWR('price list', readPriceList);
}
