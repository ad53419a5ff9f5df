import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { HumanCheck } from '../../../components/human-check.tsx';
import { EMAIL_COOLDOWN_SECONDS } from '../../../lib/email-code.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { useCooldown } from '../../../lib/use-cooldown.ts';
import { useHumanCheck } from '../../../lib/use-human-check.ts';
import { askForReset } from '../api.ts';
import { EntryCard } from '../components/entry-card.tsx';
import styles from '../components/entry-form.module.css';
import { Field } from '../components/field.tsx';
import { Refusal } from '../components/refusal.tsx';
import { TextInput } from '../components/text-input.tsx';
import { looksLikeEmail } from '../registration.ts';

/** Asks for a mail with a link to a new password. */
export function ResetPage() {
  const t = useText();
  return (
    <EntryCard
      title={t('entry:reset.title')}
      text={t('entry:reset.text')}
      links={<Link to="/login">{t('entry:reset.back')}</Link>}
    >
      <ResetForm />
    </EntryCard>
  );
}

function ResetForm() {
  const t = useText();
  const check = useHumanCheck();
  const [secondsLeft, startCooldown] = useCooldown('reset-email', EMAIL_COOLDOWN_SECONDS);
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function submit() {
    const address = email.trim();
    if (address === '') return setFault(t('entry:email.needed'));
    if (!looksLikeEmail(address)) return setFault(t('entry:email.invalid'));
    if (check.isPending) return setRefusal(t('entry:checkPending'));
    setBusy(true);
    setRefusal(undefined);
    try {
      await askForReset(address, check.token);
      startCooldown();
      setSentTo(address);
    } catch (error) {
      setRefusal(failureText(error, t));
    } finally {
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
        void submit();
      }}
    >
      <Refusal text={refusal} />
      <div aria-live="polite">
        {sentTo !== undefined && refusal === undefined && (
          <Alert
            type="success"
            showIcon
            title={t('entry:reset.sent')}
            description={t('entry:reset.sentText', { email: sentTo })}
          />
        )}
      </div>
      <Field id="email" label={t('entry:email')} error={fault}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            dir="ltr"
            autoFocus
            autoComplete="email"
            value={email}
            onChange={({ target }) => {
              setEmail(target.value);
              setFault(undefined);
            }}
          />
        )}
      </Field>
      <HumanCheck check={check} />
      <Button type="primary" size="large" htmlType="submit" block loading={busy} disabled={secondsLeft > 0}>
        {secondsLeft > 0 ? t('entry:reset.again', { seconds: secondsLeft }) : t('entry:reset.submit')}
      </Button>
    </form>
  );
}
