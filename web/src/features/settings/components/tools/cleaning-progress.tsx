import type { LogCleaning } from '@switchyard/console/calls';
import { Progress } from 'antd';
import { useText } from '../../../../lib/i18n.ts';
import { formatTime } from '../../../../lib/time.ts';
import { useNumbers } from '../../../../lib/use-numbers.ts';
import styles from './tools.module.css';

/** How the newest cleaning of the log stands, or how it ended. */
export function CleaningProgress({ cleaning }: { cleaning: LogCleaning }) {
  const t = useText();
  const numbers = useNumbers();
  const { found, deleted, finish_time: finished, username, target_timestamp: target } = cleaning;
  const count = numbers.count(deleted);
  if (finished > 0) {
    return (
      <p className={styles.text} aria-live="polite">
        {t('settings:clean.last', { name: username, time: formatTime(finished), before: formatTime(target), count })}
      </p>
    );
  }
  // The count stops at a million; more may be deleted than were counted.
  const percent = found === 0 ? 0 : Math.min(99, Math.floor((deleted / found) * 100));
  return (
    <div>
      <Progress percent={percent} status="active" aria-label={t('settings:clean.title')} />
      <p className={styles.text} aria-live="polite">
        {t('settings:clean.running', { count, total: numbers.count(found) })}
      </p>
    </div>
  );
}
