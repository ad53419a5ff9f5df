import { useCallback, useState } from 'react';
import { useSiteStatus } from './site-status.ts';

export interface HumanCheckState {
  /** What the call takes; empty where the site has no check. */
  readonly token: string;
  /** The person has to wait for it. */
  readonly isPending: boolean;
  /** Counts the checks: a token is good for one call. */
  readonly round: number;
  readonly pass: (token: string) => void;
  /** After every call, whatever it answered. */
  readonly renew: () => void;
}

/** The human check of a form; components/human-check.tsx shows it. */
export function useHumanCheck(): HumanCheckState {
  const { turnstile_check: required } = useSiteStatus();
  const [token, pass] = useState('');
  const [round, setRound] = useState(0);
  const renew = useCallback(() => {
    pass('');
    setRound((last) => last + 1);
  }, []);
  return { token, isPending: required && token === '', round, pass, renew };
}
