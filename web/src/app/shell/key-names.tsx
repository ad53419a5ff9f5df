import styles from './key-names.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const names: Record<string, string> = { $mod: isApple ? '⌘' : 'Ctrl' };

/** A binding of tinykeys as the person sees the keys: `g d`, `⌘ K`. Optional modifiers do not show. */
export function KeyNames({ keys }: { keys: string }) {
  const presses = keys.split(/ |(?<=\w)\+/).map((press) => press.replace('[Shift]+', ''));
  return (
    <span className={styles.keys} dir="ltr">
      {presses.map((press) => (
        <kbd key={press} className={styles.key}>
          {names[press] ?? press.toUpperCase()}
        </kbd>
      ))}
    </span>
  );
}
