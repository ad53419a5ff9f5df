import { useState } from 'react';
import { currentLanguage, setLanguage } from '../../lib/i18n.ts';
import { isLanguage } from '../../lib/languages.ts';
import { type SignedInUser, storeUser } from '../../lib/session.ts';
import { needsCode, type Outcome } from './api.ts';

/** Stores who has signed in, and takes over the language that they chose elsewhere. */
async function welcome(user: SignedInUser): Promise<void> {
  if (isLanguage(user.language) && user.language !== currentLanguage()) {
    // Texts that cannot be loaded keep nobody out.
    await setLanguage(user.language).catch(() => undefined);
  }
  storeUser(user);
}

export interface SignInSteps {
  /** The first factor was right; the page asks for a code. */
  readonly awaitsCode: boolean;
  readonly settle: (outcome: Outcome) => Promise<void>;
  readonly startAgain: () => void;
}

/** What follows a first factor, whoever has vouched for it. */
export function useSignIn(): SignInSteps {
  const [awaitsCode, setAwaitsCode] = useState(false);
  return {
    awaitsCode,
    settle: async (outcome) => {
      if (needsCode(outcome)) setAwaitsCode(true);
      else await welcome(outcome);
    },
    startAgain: () => setAwaitsCode(false),
  };
}
