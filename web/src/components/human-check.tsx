import { lazy, Suspense } from 'react';
import { useSiteStatus } from '../lib/site-status.ts';
import type { HumanCheckState } from '../lib/use-human-check.ts';
import styles from './human-check.module.css';

const Turnstile = lazy(async () => ({ default: (await import('./turnstile.tsx')).Turnstile }));

/** Cloudflare Turnstile, where the site asks for it; nothing elsewhere. */
export function HumanCheck({ check }: { check: HumanCheckState }) {
  const { turnstile_check: required, turnstile_site_key: siteKey } = useSiteStatus();
  if (!required) return null;
  return (
    <Suspense fallback={<div className={styles.place} />}>
      <Turnstile key={check.round} siteKey={siteKey} check={check} />
    </Suspense>
  );
}
