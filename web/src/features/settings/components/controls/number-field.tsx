import { Input } from 'antd';
import { useText } from '../../../../lib/i18n.ts';
import { currencyFromQuota } from '../../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../../lib/site-status.ts';
import { useEditing } from '../../editing/editing.tsx';
import styles from './option-control.module.css';
import type { ControlProps } from './option-control.tsx';

/** A number as text, so that what is no number can be told. */
export function NumberField({ state, invalid, describedBy }: ControlProps) {
  const t = useText();
  const { edit } = useEditing();
  const display = useQuotaDisplay();
  const { field, definition, text } = state;
  const showsWorth = field.amount === true && !invalid && text.trim() !== '';
  return (
    <div>
      <Input
        id={field.key}
        className={styles.number ?? ''}
        inputMode={definition?.kind === 'integer' ? 'numeric' : 'decimal'}
        dir="ltr"
        {...(field.unit === undefined ? {} : { suffix: <span className="quiet">{t(field.unit)}</span> })}
        {...(field.example === undefined ? {} : { placeholder: field.example })}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        value={text}
        onChange={(event) => edit(field.key, event.target.value)}
      />
      {showsWorth && (
        <p className={styles.worth} aria-live="polite">
          ≈ <span className="figures">${currencyFromQuota(Number(text), display.quotaPerUnit)}</span>
        </p>
      )}
    </div>
  );
}
