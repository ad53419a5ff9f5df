import { useEffect, useRef } from 'react';
import { useLanguage } from '../lib/i18n.ts';
import { useThemeMode } from '../lib/theme-mode.ts';
import styles from './content-frame.module.css';

const allowed = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

/**
 * A page of the operator's that lies elsewhere. It cannot touch the console; it is told theme and language, at first and
 * whenever they change.
 */
export function ContentFrame({ address, title }: { address: string; title: string }) {
  const themeMode = useThemeMode();
  const lang = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  // With our own origin a frame could free itself of the sandbox.
  const isForeign = new URL(address).origin !== window.location.origin;

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    // To any origin: it is no secret, and the page may have moved to another one.
    const tell = () => element.contentWindow?.postMessage({ themeMode, lang }, '*');
    tell();
    element.addEventListener('load', tell);
    return () => element.removeEventListener('load', tell);
  }, [themeMode, lang]);

  return (
    <iframe
      ref={frame}
      className={styles.frame}
      src={address}
      title={title}
      sandbox={isForeign ? `${allowed} allow-same-origin` : allowed}
      referrerPolicy="no-referrer"
    />
  );
}
