import { CopyOutlined } from '@ant-design/icons';
import { useText } from '../lib/i18n.ts';
import { useFeedback } from '../lib/use-feedback.ts';
import styles from './copyable.module.css';

/** A short text in code letters; a click copies it. */
export function Copyable({ text, plain = false }: { text: string; plain?: boolean }) {
  const t = useText();
  const feedback = useFeedback();
  return (
    <button
      type="button"
      className={plain ? `${styles.button} ${styles.plain}` : styles.button}
      title={t('common:copy')}
      onClick={(event) => {
        event.stopPropagation();
        void feedback.copy(text);
      }}
    >
      <span className={plain ? styles.text : `code ${styles.text}`}>{text}</span>
      <CopyOutlined className={styles.icon} aria-hidden="true" />
    </button>
  );
}
