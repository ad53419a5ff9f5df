import { useState } from 'react';
import type { OptionState } from './draft.ts';

/**
 * Names of rows that a table shows whether its drafts name them or not, so that a row whose last figure is emptied stays for
 * its next one until it is deleted. They go with the drafts.
 */
export function useListed(own: readonly OptionState[]) {
  const [listed, setListed] = useState<readonly string[]>([]);
  const isDrafted = own.some(({ draft }) => draft !== undefined);
  return [isDrafted ? listed : [], setListed] as const;
}
