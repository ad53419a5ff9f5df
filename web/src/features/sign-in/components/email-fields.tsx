import { Button } from 'antd';
import { useState } from 'react';
import { EMAIL_COOLDOWN_SECONDS, sendEmailCode } from '../../../lib/email-code.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { useCooldown } from '../../../lib/use-cooldown.ts';
import type { HumanCheckState } from '../../../lib/use-human-check.ts';
import { looksLikeEmail, type RegistrationForm } from '../registration.ts';
import styles from './entry-form.module.css';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface EmailFieldsProps {
  readonly form: RegistrationForm;
  readonly faultOf: (name: keyof RegistrationForm) => string | undefined;
  readonly change: (name: keyof RegistrationForm) => (event: { target: { value: string } }) => void;
  readonly check: HumanCheckState;
  readonly onRefused: (text: string | undefined) => void;
}

/** The address, and the code that proves it. */
export function EmailFields({ form, faultOf, change, check, onRefused }: EmailFieldsProps) {
  const t = useText();
  const [secondsLeft, startCooldown] = useCooldown('register-email', EMAIL_COOLDOWN_SECONDS);
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();

  async function send() {
    const email = form.email.trim();
    if (email === '') return onRefused(t('entry:email.needed'));
    if (!looksLikeEmail(email)) return onRefused(t('entry:email.invalid'));
    if (check.isPending) return onRefused(t('entry:checkPending'));
    setBusy(true);
    onRefused(undefined);
    try {
      await sendEmailCode(email, check.token);
      startCooldown();
      setSentTo(email);
    } catch (error) {
      onRefused(failureText(error, t));
    } finally {
      setBusy(false);
      check.renew();
    }
  }

  return (
    <>
      <Field id="email" label={t('entry:email')} error={faultOf('email')}>
        {(control) => (
          <div className={styles.row}>
            <TextInput
              {...control}
              type="email"
              dir="ltr"
              autoComplete="email"
              value={form.email}
              onChange={change('email')}
            />
            <Button size="large" loading={busy} disabled={secondsLeft > 0} onClick={() => void send()}>
              {secondsLeft > 0 ? t('entry:email.again', { seconds: secondsLeft }) : t('entry:email.send')}
            </Button>
          </div>
        )}
      </Field>
      <Field
        id="verification_code"
        label={t('entry:email.code')}
        hint={sentTo === undefined ? t('entry:email.codeHint') : t('entry:email.sent', { email: sentTo })}
        error={faultOf('verification_code')}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={form.verification_code}
            onChange={change('verification_code')}
          />
        )}
      </Field>
    </>
  );
}
