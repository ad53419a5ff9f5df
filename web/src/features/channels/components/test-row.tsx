import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { serverText, useText } from '../../../lib/i18n.ts';
import type { TestOutcome } from '../api.ts';
import styles from './test-row.module.css';

interface TestRowProps {
  readonly model: string;
  readonly usual: boolean;
  readonly outcome: TestOutcome | 'asked' | undefined;
  readonly onAsk: () => void;
}

/** One model: a button that asks it, and what it answered. */
export function TestRow({ model, usual, outcome, onAsk }: TestRowProps) {
  const t = useText();
  return (
    <li className={styles.row}>
      <span className={styles.model}>
        <span className="code">{model}</span>
        {usual && <Tag>{t('channels:test.usual')}</Tag>}
      </span>
      <Button
        size="small"
        loading={outcome === 'asked'}
        onClick={onAsk}
        aria-label={t('channels:test.model', { model })}
      >
        {t('channels:test.action')}
      </Button>
      <div className={styles.outcome} aria-live="polite">
        {outcome !== undefined && outcome !== 'asked' && <Outcome outcome={outcome} />}
      </div>
    </li>
  );
}

function Outcome({ outcome: { success, seconds, message, reply } }: { outcome: TestOutcome }) {
  const t = useText();
  return success ? (
    <>
      <p className={styles.good}>
        <CheckCircleFilled aria-hidden="true" /> {t('channels:test.answered', { seconds: seconds.toFixed(2) })}
      </p>
      {reply !== '' && (
        <blockquote className={styles.reply} dir="auto">
          {reply}
        </blockquote>
      )}
    </>
  ) : (
    <p className={styles.bad}>
      <CloseCircleFilled aria-hidden="true" /> <bdi>{serverText(message)}</bdi>
    </p>
  );
}
