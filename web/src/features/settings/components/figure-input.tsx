import { Input, type InputProps } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { figureOf } from '../prices/price-rows.ts';
import styles from './figure-input.module.css';

interface FigureInputProps extends Pick<InputProps, 'className' | 'disabled' | 'placeholder' | 'prefix'> {
  /** A decimal text; undefined where there is none. */
  readonly value: string | undefined;
  readonly label: string;
  /** Called with whole figures only, and with undefined for an emptied field. */
  readonly onChange: (value: string | undefined) => void;
}

/** A number in a table. What is no number is kept while it is typed, and told. */
export function FigureInput({ value, label, onChange, ...look }: FigureInputProps) {
  const t = useText();
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && typed.trim() !== '' && figureOf(typed) === undefined;

  function change(text: string) {
    setTyped(text);
    const figure = figureOf(text);
    if (text.trim() === '' || figure !== undefined) onChange(figure);
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
        onChange={(event) => change(event.target.value)}
        onBlur={() => !isWrong && setTyped(undefined)}
      />
      {isWrong && (
        <span role="alert" className={styles.wrong}>
          {t('settings:complaint.number')}
        </span>
      )}
    </span>
  );
}
