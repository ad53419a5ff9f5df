import { Alert, Button } from 'antd';
import { useText } from '../lib/i18n.ts';
import styles from './editor-footer.module.css';

interface EditorFooterProps {
  readonly submitText: string;
  readonly busy: boolean;
  /** Why the last attempt was refused: the form above may be scrolled anywhere. */
  readonly refusal: string | undefined;
  /** There is nothing to save. */
  readonly disabled?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** Below the form of a side panel. */
export function EditorFooter({ submitText, busy, refusal, disabled = false, onSubmit, onClose }: EditorFooterProps) {
  const t = useText();
  return (
    <div className={styles.footer}>
      {refusal !== undefined && <Alert type="error" showIcon title={refusal} role="alert" />}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button type="primary" loading={busy} disabled={disabled} onClick={onSubmit}>
          {submitText}
        </Button>
      </div>
    </div>
  );
}
