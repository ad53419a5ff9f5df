import { Button } from 'antd';
import { useRef, useState } from 'react';
import { HumanCheck } from '../../../components/human-check.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { useHumanCheck } from '../../../lib/use-human-check.ts';
import { register } from '../api.ts';
import { readInviter } from '../inviter.ts';
import { type Faults, type RegistrationForm as Form, faultsOf } from '../registration.ts';
import { EmailFields } from './email-fields.tsx';
import styles from './entry-form.module.css';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';
import { Refusal } from './refusal.tsx';
import { TextInput } from './text-input.tsx';

const empty: Form = { username: '', password: '', password2: '', email: '', verification_code: '' };

/** An account with a password and, where the site wants one, a proved e-mail address. */
export function RegistrationForm({ onRegistered }: { onRegistered: () => void }) {
  const t = useText();
  const { email_verification: byEmail } = useSiteStatus();
  const check = useHumanCheck();
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState(empty);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const change = (name: keyof Form) => (event: { target: { value: string } }) => {
    setForm((last) => ({ ...last, [name]: event.target.value }));
    setFaults(({ [name]: _, ...others }) => others);
  };
  const faultOf = (name: keyof Form) => {
    const fault = faults[name];
    return fault === undefined ? undefined : t(fault);
  };

  async function submit() {
    const found = faultsOf(form, byEmail);
    setFaults(found);
    const first = Object.keys(form).find((name) => name in found);
    if (first !== undefined) return element.current?.querySelector<HTMLElement>(`#${first}`)?.focus();
    if (check.isPending) return setRefusal(t('entry:checkPending'));
    setBusy(true);
    setRefusal(undefined);
    try {
      await register({ ...form, aff_code: readInviter() }, check.token);
      onRegistered();
    } catch (error) {
      setRefusal(failureText(error, t));
      setBusy(false);
      check.renew();
    }
  }

  return (
    <form
      ref={element}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Refusal text={refusal} />
      <Field id="username" label={t('entry:username')} hint={t('entry:username.hint')} error={faultOf('username')}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={form.username}
            onChange={change('username')}
          />
        )}
      </Field>
      <Field id="password" label={t('entry:password')} hint={t('entry:password.hint')} error={faultOf('password')}>
        {(control) => (
          <PasswordInput {...control} autoComplete="new-password" value={form.password} onChange={change('password')} />
        )}
      </Field>
      <Field id="password2" label={t('entry:password.again')} error={faultOf('password2')}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            value={form.password2}
            onChange={change('password2')}
          />
        )}
      </Field>
      {byEmail && <EmailFields form={form} faultOf={faultOf} change={change} check={check} onRefused={setRefusal} />}
      <HumanCheck check={check} />
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('entry:register.submit')}
      </Button>
    </form>
  );
}
