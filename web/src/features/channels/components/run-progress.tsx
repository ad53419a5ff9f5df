import { CloseOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { type RunKind, useRun } from '../api.ts';
import styles from './run-progress.module.css';

const titles: Record<RunKind, TextKey> = { test: 'channels:run.testing', balance: 'channels:run.reading' };
const endings: Record<RunKind, TextKey> = { test: 'channels:run.tested', balance: 'channels:run.read' };

/** A run over all channels while it is under way, whoever began it, and then its outcome until that is put away. */
export function RunProgress({ kind, onFinished }: { kind: RunKind; onFinished: () => void }) {
  const t = useText();
  const { data: run } = useRun(kind);
  /** When the run began that was seen under way, also before a reload. Of others nobody here needs to hear. */
  const storageKey = `channel-run-${kind}`;
  const [watched, setWatched] = useState(() => Number(sessionStorage.getItem(storageKey)));
  const wasRunning = useRef(false);
  const running = run?.running === true;
  const started = run?.started ?? 0;

  useEffect(() => {
    if (running) setWatched(started);
    else if (wasRunning.current) onFinished();
    wasRunning.current = running;
  }, [running, started, onFinished]);

  useEffect(() => sessionStorage.setItem(storageKey, String(watched)), [storageKey, watched]);

  if (run === undefined || !(running || (watched > 0 && watched === started))) return null;
  const { total, done, failed, current } = run;
  const percent = total === 0 ? 0 : Math.round((done / total) * 100);
  return (
    <section className={styles.run} aria-live="polite" aria-busy={running}>
      <div className={styles.words}>
        <strong>{running ? t(titles[kind]) : t(endings[kind])}</strong>
        <span className="quiet">
          {t('channels:run.counts', { done, total })}
          {failed > 0 && <span className={styles.failed}> · {t('channels:run.failed', { count: failed })}</span>}
          {running && current !== null && (
            <>
              {' · '}
              <bdi>{current.name}</bdi>
            </>
          )}
        </span>
      </div>
      {running ? (
        <Progress percent={percent} size="small" aria-label={t(titles[kind])} />
      ) : (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          onClick={() => setWatched(0)}
          aria-label={t('channels:run.dismiss')}
          title={t('channels:run.dismiss')}
        />
      )}
    </section>
  );
}
