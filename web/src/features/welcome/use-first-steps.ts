import type { LogView } from '@switchyard/console/calls';
import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { useSelf } from '../../lib/catalogue.ts';
import { useNewestRequest, useStanding } from './api.ts';
import { nextStep, type Step, stepsOf } from './steps.ts';
import { useMark } from './use-mark.ts';

interface FirstSteps {
  /** Undefined while they are not known, and for accounts that are past them. */
  readonly steps: readonly Step[] | undefined;
  readonly next: Step | undefined;
  /** The first request, until it has been seen. */
  readonly arrived: LogView | undefined;
  readonly onSeen: () => void;
}

/** The steps up to the first request, as the server has them. With `always` also for accounts that are past them. */
export function useFirstSteps(always: boolean): FirstSteps {
  const { data: self } = useSelf();
  const { mutate } = useSWRConfig();
  // The first request may be sent from another page: what has begun is remembered until its end was seen.
  const [begun, markBegun] = useMark('welcome-begun');
  const isNew = self?.request_count === 0;
  useEffect(() => {
    if (isNew && !begun) markBegun(true);
  });

  const wanted = always || isNew || begun;
  const standing = useStanding(wanted);
  const steps = !wanted || standing === undefined ? undefined : stepsOf(standing);
  const waits = isNew && standing !== undefined && standing.keys > 0;
  const newest = useNewestRequest(waits || (begun && !isNew), waits);

  return {
    steps,
    next: steps && nextStep(steps),
    arrived: begun ? newest : undefined,
    onSeen: () => {
      markBegun(false);
      void mutate('/api/user/self');
    },
  };
}
