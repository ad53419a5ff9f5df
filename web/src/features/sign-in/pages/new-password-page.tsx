import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../../components/button-link.tsx';
import { CopyLine } from '../../../components/copy-line.tsx';
import { copyText } from '../../../lib/clipboard.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { takeNewPassword } from '../api.ts';
import { EntryCard } from '../components/entry-card.tsx';
import styles from '../components/entry-form.module.css';
import { Field } from '../components/field.tsx';
import { Refusal } from '../components/refusal.tsx';
import { TextInput } from '../components/text-input.tsx';

/** Opened from the mail. The link is taken out of the address at once: it must not stay in the history. */
export function NewPasswordPage() {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [link] = useState({ email: query.get('email') ?? '', token: query.get('token') ?? '' });
  useEffect(() => {
    if (query.size > 0) void navigate('/user/reset', { replace: true });
  }, [query, navigate]);

  if (link.email === '' || link.token === '') {
    return (
      <EntryCard title={t('entry:newPassword.title')} text={t('entry:refused.resetLink')}>
        <ButtonLink to="/reset" type="primary" size="large" block>
          {t('entry:reset.submit')}
        </ButtonLink>
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t('entry:newPassword.title')} text={t('entry:newPassword.text')}>
      <Exchange email={link.email} token={link.token} />
    </EntryCard>
  );
}

function Exchange({ email, token }: { email: string; token: string }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [password, setPassword] = useState<string>();
  const [copied, setCopied] = useState(false);

  async function submit() {
    setBusy(true);
    setRefusal(undefined);
    try {
      const made = await takeNewPassword(email, token);
      setCopied(await copyText(made));
      setPassword(made);
    } catch (error) {
      setRefusal(failureText(error, t));
    } finally {
      setBusy(false);
    }
  }

  if (password !== undefined) {
    return (
      <div className={styles.form} role="status">
        <Alert
          type="success"
          showIcon
          title={copied ? t('entry:newPassword.copied') : t('entry:newPassword.made')}
          description={t('entry:newPassword.once')}
        />
        <CopyLine text={password} label={t('entry:newPassword.label')} />
        <ButtonLink to="/login" type="primary" size="large" block>
          {t('entry:signIn.submit')}
        </ButtonLink>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Refusal text={refusal} />
      <Field id="email" label={t('entry:email')}>
        {(control) => <TextInput {...control} dir="ltr" readOnly value={email} />}
      </Field>
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('entry:newPassword.submit')}
      </Button>
    </form>
  );
}
