import { Button } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { bookLetter, type DeadLetter, dismissLetter, useBooksState } from '../api.ts';
import styles from './letter-list.module.css';

interface LetterActionsProps {
  readonly letter: DeadLetter;
  readonly onReload: () => Promise<unknown>;
}

/** What root decides about a dead letter that waits. */
export function LetterActions({ letter, onReload }: LetterActionsProps) {
  const t = useText();
  const feedback = useFeedback();
  const confirm = useConfirm();
  const { mutate: reloadState } = useBooksState();
  if (letter.state !== 'open') return null;
  const { id } = letter;

  async function decide(call: () => Promise<unknown>, done: string) {
    try {
      await call();
      feedback.success(done);
    } catch (error) {
      feedback.failure(error);
    }
    // Somebody else may have decided.
    await Promise.all([onReload(), reloadState()]);
  }

  const askToDismiss = () =>
    confirm({
      title: t('books:letters.dismissTitle', { id }),
      content: t('books:letters.dismissText'),
      okText: t('books:letters.dismiss'),
      onOk: () => decide(() => dismissLetter(id), t('books:letters.dismissDone')),
    });

  return (
    <span className={styles.actions}>
      <Button
        size="small"
        aria-label={t('books:letters.bookOf', { id })}
        onClick={() => void decide(() => bookLetter(id), t('books:letters.asked'))}
      >
        {t('books:letters.book')}
      </Button>
      <Button size="small" danger aria-label={t('books:letters.dismissOf', { id })} onClick={askToDismiss}>
        {t('books:letters.dismiss')}
      </Button>
    </span>
  );
}
