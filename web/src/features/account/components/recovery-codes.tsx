import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { Dialog } from '../../../components/dialog.tsx';
import { downloadText } from '../../../lib/download.ts';
import { useText } from '../../../lib/i18n.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import styles from './secret-dialog.module.css';

interface RecoveryCodesProps {
  /** Undefined: closed. */
  readonly codes: readonly string[] | undefined;
  readonly onClose: () => void;
}

/** The codes that open the account when the authenticator app is lost; shown once. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const t = useText();
  const feedback = useFeedback();
  const { system_name: site } = useSiteStatus();
  const text = `${(codes ?? []).join('\n')}\n`;
  return (
    <Dialog
      open={codes !== undefined}
      title={t('account:recovery.title')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <Button type="primary" onClick={onClose}>
          {t('account:kept')}
        </Button>
      }
    >
      <div className={styles.content}>
        <Alert type="warning" showIcon title={t('account:recovery.once')} description={t('account:recovery.text')} />
        <ul className={styles.codes} aria-label={t('account:recovery.title')}>
          {codes?.map((code) => (
            <li key={code} className="code">
              {code}
            </li>
          ))}
        </ul>
        <div className={styles.tools}>
          <Button icon={<CopyOutlined />} onClick={() => void feedback.copy(text, t('account:recovery.title'))}>
            {t('account:recovery.copy')}
          </Button>
          <Button icon={<DownloadOutlined />} onClick={() => downloadText(`${site}-recovery-codes.txt`, text)}>
            {t('account:recovery.download')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
