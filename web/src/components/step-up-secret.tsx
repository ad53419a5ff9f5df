import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { send } from '../lib/http.ts';
import { useText } from '../lib/i18n.ts';
import { useAttempt } from '../lib/use-attempt.ts';
import styles from './step-up-dialog.module.css';

interface StepUpSecretProps {
  readonly kind: 'password' | 'code';
  readonly username: string;
  readonly onDone: () => void;
}

/** The password, or a code of the authenticator app (or a recovery code). */
export function StepUpSecret({ kind, username, onDone }: StepUpSecretProps) {
  const t = useText();
  const [secret, setSecret] = useState('');
  const { attempt, busy, refusal } = useAttempt();

  async function submit() {
    await attempt(async () => {
      await send('POST', '/api/user/verify', kind === 'code' ? { code: secret.trim() } : { password: secret });
      onDone();
    });
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
      {kind === 'password' ? (
        <label className={styles.field} htmlFor="step-up">
          {t('account:stepUp.password')}
          {/* Tells password managers whose password is meant. */}
          <input hidden readOnly type="text" autoComplete="username" value={username} />
          <Input.Password
            id="step-up"
            autoFocus
            autoComplete="current-password"
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        </label>
      ) : (
        <label className={styles.field} htmlFor="step-up">
          {t('account:stepUp.code')}
          <Input
            id="step-up"
            className="code"
            autoFocus
            autoComplete="one-time-code"
            maxLength={40}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
          <span className="quiet">{t('account:stepUp.codeHint')}</span>
        </label>
      )}
      <Button type="primary" htmlType="submit" block loading={busy} disabled={secret.trim() === ''}>
        {t('account:stepUp.submit')}
      </Button>
    </form>
  );
}
