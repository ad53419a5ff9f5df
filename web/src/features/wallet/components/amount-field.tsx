import { Button, Input } from 'antd';
import { useId } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { leftToRight } from '../../../lib/money.ts';
import { type Bounds, quickAmountsIn, typedAmount } from '../amount.ts';
import styles from './top-up-form.module.css';

interface AmountFieldProps {
  readonly amount: string;
  readonly bounds: Bounds;
  readonly problem: 'low' | 'high' | undefined;
  readonly onType: (amount: string) => void;
  /** Typing has ended. */
  readonly onSettle: () => void;
}

/** US dollars of credit, typed or pressed. */
export function AmountField({ amount, bounds, problem, onType, onSettle }: AmountFieldProps) {
  const t = useText();
  const id = useId();
  const shown = (value: number) => leftToRight(`$${value.toLocaleString('en')}`);
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {t('wallet:amount')}
      </label>
      <Input
        id={id}
        className={styles.amount ?? ''}
        size="large"
        dir="ltr"
        prefix="$"
        suffix={<span className={styles.unit}>USD</span>}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        status={problem === undefined ? '' : 'error'}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          const typed = typedAmount(target.value);
          if (typed !== undefined) onType(typed);
        }}
        onBlur={onSettle}
      />
      <p id={`${id}-note`} className={problem === undefined ? styles.hint : styles.problem} aria-live="polite">
        {problem === 'low'
          ? t('wallet:amount.low', { least: bounds.least })
          : problem === 'high'
            ? t('wallet:amount.high', { most: bounds.most })
            : t('wallet:amount.hint', { least: shown(bounds.least), most: shown(bounds.most) })}
      </p>
      <fieldset className={`${styles.group} ${styles.quick}`} aria-label={t('wallet:amount.quick')}>
        {quickAmountsIn(bounds).map((quick) => (
          <Button
            key={quick}
            className={Number(amount) === quick ? `${styles.pressed}` : ''}
            aria-pressed={Number(amount) === quick}
            onClick={() => onType(String(quick))}
          >
            <span className="figures">{shown(quick)}</span>
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
