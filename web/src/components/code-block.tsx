import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '../lib/i18n.ts';
import { useFeedback } from '../lib/use-feedback.ts';
import styles from './code-block.module.css';

/** A piece of code with a copy button. `shown` may hide a secret that `text` has. */
export function CodeBlock({ text, shown, onCopy }: { text: string; shown?: string; onCopy?: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it */}
      <pre className={styles.code} dir="ltr" tabIndex={0}>
        {shown ?? text}
      </pre>
      <Button
        className={styles.copy ?? ''}
        size="small"
        icon={<CopyOutlined />}
        onClick={onCopy ?? (() => void feedback.copy(text))}
      >
        {t('common:copy')}
      </Button>
    </div>
  );
}
