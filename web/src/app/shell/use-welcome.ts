import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type TextKey, useText } from '../../lib/i18n.ts';
import { useFeedback } from '../../lib/use-feedback.ts';

const texts: Record<string, TextKey> = {
  'signed-in': 'shell:signedIn',
  bound: 'shell:bound',
};

/** Confirms once, on the page it led to, what a page before sign-in has done. */
export function useWelcome(): void {
  const t = useText();
  const feedback = useFeedback();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  useEffect(() => {
    const text = typeof state === 'string' ? texts[state] : undefined;
    if (text === undefined) return;
    feedback.success(t(text));
    void navigate(pathname + search, { replace: true, state: null });
  }, [state, pathname, search, feedback, navigate, t]);
}
