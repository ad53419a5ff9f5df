import { Button } from 'antd';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { type Outcome, sendSecondFactor } from '../api.ts';
import styles from './entry-form.module.css';
import { Field } from './field.tsx';
import { Refusal } from './refusal.tsx';
import { TextInput } from './text-input.tsx';

const shortest = 6;

interface SecondFactorFormProps {
  readonly onSignedIn: (outcome: Outcome) => Promise<void>;
  readonly onStartAgain: () => void;
}

/** The second step: a code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm({ onSignedIn, onStartAgain }: SecondFactorFormProps) {
  const t = useText();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function submit() {
    if (code.trim().length < shortest) return setRefusal(t('entry:code.needed'));
    setBusy(true);
    setRefusal(undefined);
    try {
      await onSignedIn(await sendSecondFactor(code.trim()));
    } catch (error) {
      setRefusal(failureText(error, t));
      setBusy(false);
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
      <Field id="code" label={t('entry:code.label')} hint={t('entry:code.hint')}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('entry:code.submit')}
      </Button>
      <Button type="text" block onClick={onStartAgain}>
        {t('entry:code.again')}
      </Button>
    </form>
  );
}
