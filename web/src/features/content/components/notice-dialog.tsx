import { Button } from 'antd';
import { Dialog } from '../../../components/dialog.tsx';
import { OperatorContent } from '../../../components/operator-content.tsx';
import { useText } from '../../../lib/i18n.ts';
import styles from './notice-dialog.module.css';

export function NoticeDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog
      open
      title={t('shell:notice')}
      width={640}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('shell:notice.close')}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long notices scroll, so the keyboard must reach them */}
      <section className={styles.text} tabIndex={0} aria-label={t('shell:notice')}>
        <OperatorContent text={text} title={t('shell:notice')} />
      </section>
    </Dialog>
  );
}
