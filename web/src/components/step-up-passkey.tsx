import { KeyOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { failureText } from '../lib/failure-text.ts';
import { useText } from '../lib/i18n.ts';
import { confirmByPasskey, isPasskeyCancelled } from '../lib/passkeys.ts';

/** Confirms by a passkey. `alone`: there is no other way. */
export function StepUpPasskey({ alone, onDone }: { alone: boolean; onDone: () => void }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function confirm() {
    setBusy(true);
    setRefusal(undefined);
    try {
      await confirmByPasskey();
      onDone();
    } catch (error) {
      setRefusal(isPasskeyCancelled(error) ? t('account:passkey.cancelled') : failureText(error, t));
      setBusy(false);
    }
  }

  return (
    <>
      <div aria-live="polite">{refusal !== undefined && <Alert type="error" showIcon title={refusal} />}</div>
      <Button
        block
        type={alone ? 'primary' : 'default'}
        icon={<KeyOutlined />}
        loading={busy}
        onClick={() => void confirm()}
      >
        {t('account:stepUp.passkey')}
      </Button>
    </>
  );
}
