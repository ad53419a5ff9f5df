import { Skeleton } from 'antd';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Moment } from '../../../components/moment.tsx';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { useBooksState } from '../api.ts';
import { type Standing, standingOf } from '../standing.ts';
import styles from './books-line.module.css';

const words: Record<Standing, { readonly tone: Tone; readonly text: TextKey }> = {
  well: { tone: 'good', text: 'books:standing.well' },
  letters: { tone: 'warning', text: 'books:standing.letters' },
  unseen: { tone: 'warning', text: 'books:standing.unseen' },
  breached: { tone: 'bad', text: 'books:standing.breached' },
};

/** How the books stand, in a line, below why that could not be read. */
export function BooksLine() {
  const t = useText();
  const numbers = useNumbers();
  const { data, error, mutate } = useBooksState();
  const failure = error !== undefined && <ErrorNotice error={error} onRetry={() => void mutate()} />;
  if (data === undefined) {
    return failure || <Skeleton className={styles.line ?? ''} active title={false} paragraph={{ rows: 1 }} />;
  }
  const { tone, text } = words[standingOf(data, Math.floor(Date.now() / 1000))];
  return (
    <>
      {failure}
      <div className={styles.line}>
        <StatusDot tone={tone}>{t(text)}</StatusDot>
        <span>
          {t('books:lastAudit')} {data.audited_at === 0 ? t('books:never') : <Moment seconds={data.audited_at} age />}
        </span>
        <span>{t('books:openBreaches', { number: numbers.count(data.open_breaches) })}</span>
        <span>{t('books:deadLetters', { number: numbers.count(data.dead_letters) })}</span>
      </div>
    </>
  );
}
