import { CopyOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import type { Answer } from '../conversation.ts';
import { AnswerFailure } from './answer-failure.tsx';
import { AnswerFigures } from './answer-figures.tsx';
import { AnswerText } from './answer-text.tsx';
import styles from './answer-view.module.css';
import { Reasoning } from './reasoning.tsx';
import { ToolCalls } from './tool-calls.tsx';

interface AnswerViewProps {
  readonly answer: Answer;
  readonly keyId: number;
  /** Absent where an answer cannot be asked for again. */
  readonly onAgain?: () => void;
}

/** One model's answer: thoughts folded, words, calls of tools, what it took and cost; or why there is none. */
export function AnswerView({ answer, keyId, onAgain }: AnswerViewProps) {
  const t = useText();
  const feedback = useFeedback();
  const running = answer.state === 'running';
  const isEmpty = answer.text === '' && answer.reasoning === '' && answer.toolCalls.length === 0;
  return (
    <article
      className={styles.answer}
      aria-busy={running}
      aria-label={t('playground:answer.of', { model: answer.model })}
    >
      <p className={`code ${styles.model}`}>{answer.model}</p>
      {answer.reasoning !== '' && <Reasoning text={answer.reasoning} running={running && answer.text === ''} />}
      {answer.text !== '' && <AnswerText text={answer.text} />}
      <ToolCalls calls={answer.toolCalls} />
      {running && (
        <p className={styles.waiting}>
          <span className={styles.pulse} aria-hidden="true" />
          <span className={isEmpty ? '' : 'visually-hidden'}>{t('playground:answer.running')}</span>
        </p>
      )}
      {answer.failure !== undefined && (
        <AnswerFailure failure={answer.failure} requestId={answer.requestId} keyId={keyId} />
      )}
      {answer.state === 'stopped' && <p className={styles.note}>{t('playground:answer.stopped')}</p>}
      {isEmpty && answer.state === 'done' && (
        <p className={styles.note}>{t('playground:answer.empty', { reason: answer.finish ?? '–' })}</p>
      )}
      {answer.warning !== undefined && (
        <Alert type="warning" showIcon title={t('playground:answer.warning')} description={answer.warning} />
      )}
      {!running && (
        <footer className={styles.foot}>
          <AnswerFigures answer={answer} />
          <span className={styles.actions}>
            {answer.text !== '' && (
              <Button
                type="text"
                icon={<CopyOutlined />}
                aria-label={t('playground:answer.copy')}
                title={t('playground:answer.copy')}
                onClick={() => void feedback.copy(answer.text)}
              />
            )}
            {onAgain !== undefined && (
              <Button
                type="text"
                icon={<ReloadOutlined />}
                aria-label={t('playground:answer.again')}
                title={t('playground:answer.again')}
                onClick={onAgain}
              />
            )}
          </span>
        </footer>
      )}
    </article>
  );
}
