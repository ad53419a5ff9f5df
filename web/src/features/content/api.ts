import type { PricingEntry } from '@switchyard/console/calls';
import useSWR, { preload } from 'swr';
import { load } from '../../lib/http.ts';

const homePath = '/api/home_page_content';

/** What the operator has written for the home page; empty: nothing. */
export function useHomeContent() {
  return useSWR<string>(homePath);
}

/** Asks while the page's code is on its way. */
export function preloadHomeContent(): void {
  void preload(homePath, load).catch(() => undefined);
}

export function useAboutContent() {
  return useSWR<string>('/api/about');
}

export function useNotice() {
  return useSWR<string>('/api/notice');
}

/** Models that visitors can see prices of. */
export function useOfferedModels() {
  return useSWR<readonly PricingEntry[]>('/api/pricing');
}
