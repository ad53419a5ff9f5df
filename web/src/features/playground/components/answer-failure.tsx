import { Alert } from 'antd';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Copyable } from '../../../components/copyable.tsx';
import { serverText, type TextKey, useText } from '../../../lib/i18n.ts';
import type { Failure } from '../chat.ts';
import { type Advice, adviceFor } from '../failure-advice.ts';
import styles from './answer-failure.module.css';

const adviceTexts: Record<Advice, TextKey> = {
  topUp: 'playground:advice.topUp',
  keyQuota: 'playground:advice.keyQuota',
  key: 'playground:advice.key',
  model: 'playground:advice.model',
  operator: 'playground:advice.operator',
  wait: 'playground:advice.wait',
  retry: 'playground:advice.retry',
};

interface AnswerFailureProps {
  readonly failure: Failure;
  readonly requestId: string | undefined;
  readonly keyId: number;
}

/** In the answer's place: what the gateway said, what to do about it, and the id to ask about it with. */
export function AnswerFailure({ failure, requestId, keyId }: AnswerFailureProps) {
  const t = useText();
  const advice = adviceFor(failure);
  const link = linkFor(advice, keyId);
  return (
    <Alert
      type="error"
      showIcon
      title={serverText(failure.message) || t('playground:failure.silent', { status: failure.status })}
      description={
        <div className={styles.more}>
          {advice !== undefined && <p>{t(adviceTexts[advice])}</p>}
          {link !== undefined && (
            <ButtonLink size="small" to={link.path}>
              {t(link.text)}
            </ButtonLink>
          )}
          {requestId !== undefined && (
            <p className={styles.id}>
              <span>{t('common:error.requestId')}</span> <Copyable text={requestId} marked />
            </p>
          )}
        </div>
      }
    />
  );
}

function linkFor(advice: Advice | undefined, keyId: number): { path: string; text: TextKey } | undefined {
  if (advice === 'topUp') return { path: '/topup', text: 'playground:advice.toWallet' };
  if (advice === 'keyQuota' || advice === 'key') {
    return { path: `/token?edit=${keyId}`, text: 'playground:advice.toKey' };
  }
  return undefined;
}
