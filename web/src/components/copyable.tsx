import { CopyOutlined } from '@ant-design/icons';
import { useText } from '../lib/i18n.ts';
import { useFeedback } from '../lib/use-feedback.ts';
import styles from './copyable.module.css';

interface CopyableProps {
  readonly text: string;
  /** Ordinary letters in place of code letters. */
  readonly plain?: boolean;
  /** The copy sign shows, as it always does on touch screens. */
  readonly marked?: boolean;
}

/** A short text in code letters; a click copies it. */
export function Copyable({ text, plain = false, marked = false }: CopyableProps) {
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
      <span dir="auto" className={plain ? styles.text : `code ${styles.text}`}>
        {text}
      </span>
      <CopyOutlined className={marked ? `${styles.icon} ${styles.marked}` : `${styles.icon}`} aria-hidden="true" />
    </button>
  );
}
