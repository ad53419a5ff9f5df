import { useEffect } from 'react';
import { useSelf } from '../../lib/catalogue.ts';
import { followGroup } from '../../lib/session.ts';

/** Prices are shown for the group that the person has now, not for that of the sign-in. */
export function useOwnGroup(): void {
  const { data } = useSelf();
  useEffect(() => {
    if (data !== undefined) followGroup(data);
  }, [data]);
}
