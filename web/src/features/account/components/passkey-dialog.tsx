import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { addPasskey, isPasskeyCancelled, type Passkey } from '../../../lib/passkeys.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { renamePasskey } from '../api.ts';
import { readUserAgent } from '../user-agent.ts';
import styles from './code-form.module.css';

interface PasskeyDialogProps {
  /** The one to rename, or a new one. Undefined: closed. */
  readonly passkey: Passkey | 'new' | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Names a passkey; a new one is made by the browser then. */
export function PasskeyDialog({ passkey, onClose, onSaved }: PasskeyDialogProps) {
  const t = useText();
  return (
    <Dialog
      open={passkey !== undefined}
      title={passkey === 'new' ? t('account:passkey.add') : t('account:passkey.rename')}
      footer={null}
      width={420}
      destroyOnHidden
      onCancel={onClose}
    >
      {passkey !== undefined && <NameForm passkey={passkey} onSaved={onSaved} />}
    </Dialog>
  );
}

function NameForm({ passkey, onSaved }: { passkey: Passkey | 'new'; onSaved: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const [name, setName] = useState(() => (passkey === 'new' ? nameOfThisDevice() : passkey.name));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function submit() {
    setBusy(true);
    setRefusal(undefined);
    try {
      await (passkey === 'new' ? addPasskey(name.trim()) : renamePasskey(passkey.id, name.trim()));
      feedback.success(passkey === 'new' ? t('account:passkey.done') : t('common:saved'));
      onSaved();
    } catch (error) {
      setRefusal(refusalText(error));
      setBusy(false);
    }
  }

  function refusalText(error: unknown): string {
    if (isPasskeyCancelled(error)) return t('account:passkey.cancelled');
    const isKnownHere = error instanceof Error && error.name === 'InvalidStateError';
    return isKnownHere ? t('account:passkey.already') : failureText(error, t);
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div aria-live="polite">{refusal !== undefined && <Alert type="error" showIcon title={refusal} />}</div>
      <label className={styles.field} htmlFor="passkey-name">
        {t('account:passkey.name')}
        <Input
          id="passkey-name"
          autoFocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <span className={styles.hint}>{t('account:passkey.nameHint')}</span>
      </label>
      <Button type="primary" htmlType="submit" block loading={busy} disabled={name.trim() === ''}>
        {passkey === 'new' ? t('account:passkey.create') : t('common:save')}
      </Button>
    </form>
  );
}

function nameOfThisDevice(): string {
  const { browser, system } = readUserAgent(navigator.userAgent);
  return [browser, system].filter(Boolean).join(' · ');
}
