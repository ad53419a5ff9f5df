import { Input, type InputProps } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { isWrongFigure } from '../prices/price-rows.ts';
import styles from './figure-field.module.css';

export type FigureLook = Pick<InputProps, 'className' | 'disabled' | 'placeholder' | 'prefix' | 'readOnly' | 'title'>;

interface FigureFieldProps extends FigureLook, Pick<InputProps, 'onBlur' | 'onPressEnter'> {
  readonly text: string;
  readonly label: string;
  readonly onText: (text: string) => void;
}

/** A number as it is being typed. What is no number is kept, and told. */
export function FigureField({ text, label, onText, ...look }: FigureFieldProps) {
  const t = useText();
  const isWrong = isWrongFigure(text);
  return (
    <span className={styles.figure}>
      <Input
        {...look}
        dir="ltr"
        inputMode="decimal"
        value={text}
        status={isWrong ? 'error' : ''}
        aria-label={label}
        aria-invalid={isWrong}
        onChange={(event) => onText(event.target.value)}
      />
      {isWrong && (
        <span role="alert" className={styles.wrong}>
          {t('settings:complaint.number')}
        </span>
      )}
    </span>
  );
}
