import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { Dialog } from '../../../components/dialog.tsx';
import { downloadText } from '../../../lib/download.ts';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import styles from './new-codes-dialog.module.css';

/** The codes just made: to copy, or to keep as a file. */
export function NewCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const text = codes.join('\n');
  return (
    <Dialog
      open
      title={t('redemption:made.title', { count: codes.length })}
      onCancel={onClose}
      footer={[
        <Button
          key="file"
          icon={<DownloadOutlined />}
          onClick={() => downloadText('redemption-codes.txt', `${text}\n`)}
        >
          {t('redemption:made.download')}
        </Button>,
        <Button key="copy" type="primary" icon={<CopyOutlined />} onClick={() => void feedback.copy(text)}>
          {t('redemption:made.copyAll')}
        </Button>,
      ]}
    >
      <p className={styles.words}>{t('redemption:made.text')}</p>
      <Input.TextArea
        readOnly
        dir="ltr"
        className={styles.codes ?? ''}
        aria-label={t('redemption:title')}
        value={text}
        autoSize={{ minRows: 1, maxRows: 12 }}
      />
    </Dialog>
  );
}
