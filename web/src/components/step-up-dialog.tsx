import { Button, Divider, Skeleton } from 'antd';
import { useSelf } from '../lib/catalogue.ts';
import { useText } from '../lib/i18n.ts';
import { browserHasPasskeys, usePasskeys } from '../lib/passkeys.ts';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';
import styles from './step-up-dialog.module.css';
import { StepUpPasskey } from './step-up-passkey.tsx';
import { StepUpSecret } from './step-up-secret.tsx';

/** Above every other dialog and drawer, below messages. */
const zIndex = 1500;

/** Lets the person show again who they are, by whatever they have. */
export function StepUpDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const t = useText();
  return (
    <Dialog
      open
      title={t('account:stepUp.title')}
      footer={null}
      width={420}
      zIndex={zIndex}
      mask={{ closable: false }}
      onCancel={() => onAnswer(false)}
    >
      <p className={styles.words}>{t('account:stepUp.text')}</p>
      <Ways onDone={() => onAnswer(true)} onCancel={() => onAnswer(false)} />
    </Dialog>
  );
}

function Ways({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const t = useText();
  const { data: self, error, mutate } = useSelf();
  const passkeys = usePasskeys();
  if (self === undefined) {
    return error === undefined ? <Skeleton active /> : <ErrorState error={error} onRetry={() => void mutate()} />;
  }
  // With a second factor the server takes no password.
  const secret = self.two_factor_enabled ? 'code' : self.has_password ? 'password' : undefined;
  const hasPasskey = browserHasPasskeys() && (passkeys.data ?? []).length > 0;
  if (secret === undefined && passkeys.isLoading) return <Skeleton active />;
  if (secret === undefined && !hasPasskey) {
    return (
      <div className={styles.ways}>
        <p>{t('account:stepUp.nothing')}</p>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
      </div>
    );
  }
  return (
    <div className={styles.ways}>
      {secret !== undefined && <StepUpSecret kind={secret} username={self.username} onDone={onDone} />}
      {secret !== undefined && hasPasskey && (
        <Divider plain style={{ margin: 0 }}>
          {t('account:stepUp.or')}
        </Divider>
      )}
      {hasPasskey && <StepUpPasskey alone={secret === undefined} onDone={onDone} />}
    </div>
  );
}
