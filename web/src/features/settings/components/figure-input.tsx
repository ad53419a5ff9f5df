import { Input, type InputProps } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { figureOf } from '../prices/price-rows.ts';
import styles from './figure-input.module.css';

interface FigureInputProps extends Pick<InputProps, 'className' | 'disabled' | 'placeholder' | 'prefix'> {
  /** A decimal text; undefined where there is none. */
  readonly value: string | undefined;
  readonly label: string;
  /** Called on leaving or Enter, with whole figures only, and with undefined for an emptied field. */
  readonly onChange: (value: string | undefined) => void;
}

/**
 * A number in a table. A figure counts when all of it is typed: on the way to 0.3 stands 0, which would make free whatever is
 * computed from it. What is no number is kept, and told.
 */
export function FigureInput({ value, label, onChange, ...look }: FigureInputProps) {
  const t = useText();
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && typed.trim() !== '' && figureOf(typed) === undefined;

  function commit() {
    if (typed === undefined || isWrong) return;
    setTyped(undefined);
    const figure = figureOf(typed);
    if (figure !== value) onChange(figure);
  }

  return (
    <span className={styles.figure}>
      <Input
        {...look}
        dir="ltr"
        inputMode="decimal"
        value={typed ?? value ?? ''}
        status={isWrong ? 'error' : ''}
        aria-label={label}
        aria-invalid={isWrong}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onPressEnter={commit}
      />
      {isWrong && (
        <span role="alert" className={styles.wrong}>
          {t('settings:complaint.number')}
        </span>
      )}
    </span>
  );
}
