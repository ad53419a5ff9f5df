import { type TextKey, useText } from '../../../lib/i18n.ts';
import { passwordStrength } from '../password-strength.ts';
import styles from './password-meter.module.css';

const words: readonly TextKey[] = [
  'account:strength.hint',
  'account:strength.weak',
  'account:strength.fair',
  'account:strength.good',
  'account:strength.strong',
];

/** How hard a password is to guess, while it is typed. */
export function PasswordMeter({ password }: { password: string }) {
  const t = useText();
  const strength = passwordStrength(password);
  return (
    <span className={styles.meter}>
      <span className={styles.bars} data-strength={strength} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={step <= strength ? `${styles.bar} ${styles.on}` : styles.bar} />
        ))}
      </span>
      <span aria-live="polite">{t(words[strength] ?? 'account:strength.hint')}</span>
    </span>
  );
}
