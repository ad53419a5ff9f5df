import { Moment } from '../../../components/moment.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { DeadLetter } from '../api.ts';
import styles from './letter-list.module.css';

/** Whether a dead letter waits, and who dismissed it and when. */
export function LetterState({ letter }: { letter: DeadLetter }) {
  const t = useText();
  if (letter.state === 'open') return <StatusDot tone="warning">{t('books:open')}</StatusDot>;
  if (letter.state === 'asked') return <StatusDot tone="info">{t('books:letters.booking')}</StatusDot>;
  return (
    <div className={styles.state}>
      <StatusDot tone="quiet">{t('books:letters.dismissed')}</StatusDot>
      <bdi>{letter.dismissed_by}</bdi>
      <Moment seconds={letter.dismissed_at} />
    </div>
  );
}
