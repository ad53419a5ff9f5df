import { useText } from '../../../lib/i18n.ts';
import styles from './reasoning.module.css';

/** A model's thoughts, folded; open while they are all there is. */
export function Reasoning({ text, running }: { text: string; running: boolean }) {
  const t = useText();
  return (
    <details className={styles.reasoning} open={running}>
      <summary className={styles.summary}>
        {running ? t('playground:answer.thinking') : t('playground:answer.thoughts')}
      </summary>
      <p className={styles.text} dir="auto">
        {text}
      </p>
    </details>
  );
}
