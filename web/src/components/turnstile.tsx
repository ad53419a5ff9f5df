import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useText } from '../lib/i18n.ts';
import { loadScript } from '../lib/load-script.ts';
import { useThemeMode } from '../lib/theme-mode.ts';
import type { HumanCheckState } from '../lib/use-human-check.ts';
import styles from './human-check.module.css';

interface TurnstileScript {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  remove(widget: string): void;
}

declare global {
  interface Window {
    turnstile?: TurnstileScript;
  }
}

const script = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** The widget itself; a new one for every round of the check. */
export function Turnstile({ siteKey, check: { pass, renew } }: { siteKey: string; check: HumanCheckState }) {
  const t = useText();
  const theme = useThemeMode();
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let widget: string | undefined;
    let gone = false;
    const fail = () => {
      if (!gone) setFailed(true);
    };
    loadScript(script).then(() => {
      if (gone || place.current === null || window.turnstile === undefined) return;
      widget = window.turnstile.render(place.current, {
        sitekey: siteKey,
        theme,
        language,
        size: 'flexible',
        callback: pass,
        'expired-callback': () => pass(''),
        'error-callback': fail,
      });
    }, fail);
    return () => {
      gone = true;
      if (widget !== undefined) window.turnstile?.remove(widget);
    };
  }, [siteKey, theme, language, pass]);

  if (failed) {
    return (
      <p role="alert" className={styles.failed}>
        {t('common:humanCheck.failed')}
        <Button size="small" onClick={renew}>
          {t('common:retry')}
        </Button>
      </p>
    );
  }
  return <div ref={place} className={styles.place} />;
}
