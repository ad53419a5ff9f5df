import { Alert, Button } from 'antd';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../lib/i18n.ts';
import styles from './secret-dialog.module.css';

interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  /** Undefined: closed. */
  readonly secret: string | undefined;
  readonly onClose: () => void;
}

/** Shows a secret that nobody shows again, until the person says that they have it. */
export function SecretDialog({ title, text, secret, onClose }: SecretDialogProps) {
  const t = useText();
  return (
    <Dialog
      open={secret !== undefined}
      title={title}
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
        <Alert type="warning" showIcon title={text} />
        {secret !== undefined && <CodeBlock text={secret} />}
      </div>
    </Dialog>
  );
}
