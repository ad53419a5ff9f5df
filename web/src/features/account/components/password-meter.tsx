import { type TextKey, useText } from '../../../lib/i18n.ts';
import { passwordStrength } from '../password-strength.ts';
import styles from './password-meter.module.css';

const words: readonly TextKey[] = [
  'account:strength.weak',
  'account:strength.fair',
  'account:strength.good',
  'account:strength.strong',
];

interface PasswordMeterProps {
  readonly password: string;
  /** Characters without which it is not taken. */
  readonly shortest: number;
  /** What it should be. */
  readonly hint: string;
}

/** How hard a password is to guess, once it is long enough; until then what it should be. */
export function PasswordMeter({ password, shortest, hint }: PasswordMeterProps) {
  const t = useText();
  const strength = [...password].length < shortest ? 0 : passwordStrength(password);
  const word = words[strength - 1];
  return (
    <span className={styles.meter}>
      <span className={styles.bars} data-strength={strength} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={step <= strength ? `${styles.bar} ${styles.on}` : styles.bar} />
        ))}
      </span>
      <span aria-live="polite">{word === undefined ? hint : t(word)}</span>
    </span>
  );
}
