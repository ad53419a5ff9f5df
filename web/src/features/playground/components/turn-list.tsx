import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import type { Conversation, Place, Turn } from '../conversation.ts';
import styles from './turn-list.module.css';
import { TurnView } from './turn-view.tsx';

interface TurnListProps {
  readonly turns: Conversation;
  readonly running: boolean;
  readonly keyId: number;
  readonly onEdit: (turn: Turn) => void;
  /** Asks for an answer of the last turn again. `model` is who gave it. */
  readonly onAgain: (place: Place, model: string) => void;
}

/** Older turns come when they are asked for: a long conversation would slow down every word that arrives. */
const shownAtOnce = 20;

/** The conversation so far. */
export function TurnList({ turns, running, keyId, onEdit, onAgain }: TurnListProps) {
  const t = useText();
  const [most, setMost] = useState(shownAtOnce);
  if (turns.length === 0) {
    return (
      <div className={styles.empty}>
        <p className={styles.hint}>{t('playground:empty.text')}</p>
        <p className={styles.keys}>{t('playground:empty.keys')}</p>
      </div>
    );
  }
  return (
    <>
      {turns.length > most && (
        <Button className={styles.earlier ?? ''} onClick={() => setMost(most + shownAtOnce)}>
          {t('playground:earlier')}
        </Button>
      )}
      <ol className={styles.turns} aria-label={t('playground:conversation')}>
        {turns.slice(-most).map((turn) => (
          <TurnView
            key={turn.id}
            turn={turn}
            keyId={keyId}
            onEdit={running ? undefined : () => onEdit(turn)}
            onAgain={running || turn !== turns.at(-1) ? undefined : onAgain}
          />
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {running ? t('playground:answer.running') : t('playground:answer.ready')}
      </p>
    </>
  );
}
