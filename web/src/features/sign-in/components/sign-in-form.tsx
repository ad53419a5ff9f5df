import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { HumanCheck } from '../../../components/human-check.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { useHumanCheck } from '../../../lib/use-human-check.ts';
import { type Outcome, signIn } from '../api.ts';
import styles from './entry-form.module.css';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';
import { Refusal } from './refusal.tsx';
import { TextInput } from './text-input.tsx';

export function SignInForm({ onSignedIn }: { onSignedIn: (outcome: Outcome) => Promise<void> }) {
  const t = useText();
  const { password_reset: canReset } = useSiteStatus();
  const check = useHumanCheck();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function submit(fields: FormData) {
    const username = String(fields.get('username') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    if (username === '' || password === '') return setRefusal(t('entry:signIn.both'));
    if (check.isPending) return setRefusal(t('entry:checkPending'));
    setBusy(true);
    setRefusal(undefined);
    try {
      await onSignedIn(await signIn({ username, password }, check.token));
    } catch (error) {
      setRefusal(failureText(error, t));
      setBusy(false);
      check.renew();
    }
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <Refusal text={refusal} />
      <Field id="username" label={t('entry:signIn.username')}>
        {(control) => (
          <TextInput
            {...control}
            name="username"
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field
        id="password"
        label={t('entry:password')}
        aside={canReset && <Link to="/reset">{t('entry:reset.link')}</Link>}
      >
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
      </Field>
      <HumanCheck check={check} />
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('entry:signIn.submit')}
      </Button>
    </form>
  );
}
