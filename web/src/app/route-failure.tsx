import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { useText } from '../lib/i18n.ts';
import styles from './centered.module.css';

const missingCode = /dynamically imported module|importing a module script failed|preload CSS|text\/html.*MIME/i;
const storageKey = 'reloaded-for-code';
const againAfterMs = 60_000;

/** Code of a page that is gone after an upgrade: reloading brings the new code. Once, so that a real fault shows itself. */
function useReloadForNewCode(error: unknown): boolean {
  const [mayReload] = useState(() => {
    const isMissing = error instanceof Error && missingCode.test(error.message);
    return isMissing && Date.now() - Number(sessionStorage.getItem(storageKey)) > againAfterMs;
  });
  useEffect(() => {
    if (!mayReload) return;
    sessionStorage.setItem(storageKey, String(Date.now()));
    window.location.reload();
  }, [mayReload]);
  return mayReload;
}

/** In place of a page that broke, or whose code could not be loaded. */
export function RouteFailure() {
  const t = useText();
  const error = useRouteError();
  const reloads = useReloadForNewCode(error);
  if (reloads) return <div className={styles.centered} aria-busy="true" />;
  return (
    <div className={styles.centered} role="alert">
      <h1 className={styles.title}>{t('common:pageFailed.title')}</h1>
      <p className={styles.words}>{t('common:pageFailed.text')}</p>
      <Button type="primary" onClick={() => window.location.reload()}>
        {t('common:pageFailed.reload')}
      </Button>
    </div>
  );
}
