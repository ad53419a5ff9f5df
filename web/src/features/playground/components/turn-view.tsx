import type { Place, Turn } from '../conversation.ts';
import { AnswerView } from './answer-view.tsx';
import { PromptView } from './prompt-view.tsx';
import styles from './turn-view.module.css';

interface TurnViewProps {
  readonly turn: Turn;
  readonly keyId: number;
  /** Absent while something is answered. */
  readonly onEdit: (() => void) | undefined;
  /** Absent for all but the last turn. */
  readonly onAgain: ((place: Place, model: string) => void) | undefined;
}

/** A prompt, and below it the answers side by side. */
export function TurnView({ turn, keyId, onEdit, onAgain }: TurnViewProps) {
  return (
    <li className={styles.turn}>
      <PromptView prompt={turn} {...(onEdit === undefined ? {} : { onEdit })} />
      <div className={turn.answers.length > 1 ? `${styles.answers} ${styles.two}` : styles.answers}>
        {turn.answers.map((answer, column) => (
          <AnswerView
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is what an answer is named by
            key={column}
            answer={answer}
            keyId={keyId}
            {...(onAgain === undefined ? {} : { onAgain: () => onAgain({ turn: turn.id, column }, answer.model) })}
          />
        ))}
      </div>
    </li>
  );
}
