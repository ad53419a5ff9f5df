import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/clipboard.ts';
import { useText } from '../lib/i18n.ts';
import styles from './copy-line.module.css';

const confirmMs = 2000;

/** A line of code letters with a copy button that confirms in place; for pages without messages (public, small). */
export function CopyLine({ text, label }: { text: string; label: string }) {
  const t = useText();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), confirmMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <div className={styles.line}>
      <code className={`${styles.text} code`}>{text}</code>
      <button
        type="button"
        className={styles.copy}
        aria-label={`${t('common:copy')}: ${label}`}
        onClick={() => void copyText(text).then((copied) => setOutcome(copied ? 'copied' : 'refused'))}
      >
        {outcome === 'copied' ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
        <span role="status">
          {outcome === undefined && t('common:copy')}
          {outcome === 'copied' && t('common:copyDone')}
          {outcome === 'refused' && t('common:copyByHand')}
        </span>
      </button>
    </div>
  );
}
