import { Alert, Button, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useAttempt } from '../../../lib/use-attempt.ts';
import styles from './code-form.module.css';

interface CodeFormProps {
  readonly label: string;
  readonly hint?: string;
  readonly submitText: string;
  readonly danger?: boolean;
  readonly onSubmit: (code: string) => Promise<void>;
  /** Above the field. */
  readonly children?: ReactNode;
}

/** Asks for a code and says, in place, why it was refused. */
export function CodeForm({ label, hint, submitText, danger = false, onSubmit, children }: CodeFormProps) {
  const id = useId();
  const [code, setCode] = useState('');
  const { attempt, busy, refusal } = useAttempt();

  async function submit() {
    await attempt(async () => {
      await onSubmit(code.trim());
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
      {children}
      <div aria-live="polite">{refusal !== undefined && <Alert type="error" showIcon title={refusal} />}</div>
      <label className={styles.field} htmlFor={id}>
        {label}
        <Input
          id={id}
          className="code"
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </label>
      <Button type="primary" danger={danger} htmlType="submit" block loading={busy} disabled={code.trim() === ''}>
        {submitText}
      </Button>
    </form>
  );
}
