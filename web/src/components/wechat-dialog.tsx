import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/i18n.ts';
import { useSiteStatus } from '../lib/site-status.ts';
import { useAttempt } from '../lib/use-attempt.ts';
import { Dialog } from './dialog.tsx';
import styles from './wechat-dialog.module.css';

interface WeChatDialogProps {
  /** Takes the code that the official account has sent; a refusal is shown here. */
  readonly onCode: (code: string) => Promise<void>;
  readonly onClose: () => void;
}

/** The official account's QR code, and the code that it sends to who follows it. */
export function WeChatDialog({ onCode, onClose }: WeChatDialogProps) {
  const t = useText();
  const { wechat_qrcode: picture } = useSiteStatus();
  const [code, setCode] = useState('');
  const { attempt, busy, refusal } = useAttempt();

  async function submit() {
    await attempt(async () => {
      await onCode(code.trim());
    });
  }

  return (
    <Dialog open title={t('common:wechat.title')} width={380} footer={null} onCancel={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <img className={styles.picture} src={picture} alt={t('common:wechat.picture')} width={200} height={200} />
        <p className="quiet">{t('common:wechat.text')}</p>
        <div aria-live="polite">{refusal !== undefined && <Alert type="error" showIcon title={refusal} />}</div>
        <Input
          autoFocus
          size="large"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          placeholder={t('common:wechat.code')}
          aria-label={t('common:wechat.code')}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="primary" size="large" htmlType="submit" block disabled={code.trim() === ''} loading={busy}>
          {t('common:wechat.submit')}
        </Button>
      </form>
    </Dialog>
  );
}
