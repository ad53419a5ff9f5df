import { useMatches } from 'react-router-dom';

/** Marks a route that visitors may see too. */
export const open = { isOpen: true } as const;

/** Whether the page that is shown is one that visitors may see. */
export function useIsOpenPage(): boolean {
  return useMatches().some(({ handle }) => handle === open);
}
