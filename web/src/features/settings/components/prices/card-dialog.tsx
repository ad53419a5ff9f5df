import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../../components/dialog.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { JsonField } from '../../../../components/json-field.tsx';
import { useText } from '../../../../lib/i18n.ts';
import { parseJsonObject } from '../../../../lib/json-text.ts';
import { useAttempt } from '../../../../lib/use-attempt.ts';
import { useConfirm } from '../../../../lib/use-confirm.ts';
import { useFeedback } from '../../../../lib/use-feedback.ts';
import { useEditing } from '../../editing/editing.tsx';
import { removeCard, saveCard, useCard, useUnpricedModels } from '../../prices/api.ts';
import { cardText } from '../../prices/card-text.ts';
import { priceKeys } from '../../prices/price-rows.ts';
import styles from './card-dialog.module.css';
import { CardExamples } from './card-examples.tsx';

/** Edits all that a model costs, as JSON. What is refused stays in the field. */
export function CardDialog({ model, onClose }: { model: string; onClose: () => void }) {
  const t = useText();
  const confirm = useConfirm();
  const feedback = useFeedback();
  const { states, refresh } = useEditing();
  const { mutate: readUnpriced } = useUnpricedModels();
  const { data: saved, error, mutate } = useCard(model);
  const { attempt, busy, refusal, refuse } = useAttempt();
  // The version stays that of the card that is being changed, whatever is read again meanwhile.
  const [typed, setTyped] = useState<{ readonly text: string; readonly version: number }>();
  const text = typed?.text ?? cardText(saved?.card);
  const card = parseJsonObject(text);
  const version = typed?.version ?? saved?.version ?? 0;
  const problem = card === undefined ? t('common:json.invalid') : refusal;
  const hasDraft = priceKeys.some((key) => states?.get(key)?.changed);

  function type(next: string) {
    setTyped({ text: next, version });
    refuse(undefined);
  }

  const finish = (work: () => Promise<unknown>, done: string) =>
    attempt(async () => {
      await work();
      await Promise.all([refresh(), readUnpriced()]);
      feedback.success(done);
      onClose();
    });

  const askRemoval = (isShipped: boolean) =>
    confirm({
      title: isShipped
        ? t('settings:card.backConfirm', { name: model })
        : t('settings:prices.deleteConfirm', { name: model }),
      content: isShipped ? t('settings:card.backText') : t('settings:card.removeText'),
      okText: isShipped ? t('settings:card.back') : t('common:delete'),
      onOk: () => finish(() => removeCard(model, version), t('settings:card.removed', { name: model })),
    });

  return (
    <Dialog
      open
      width={760}
      title={t('settings:card.edit', { name: model })}
      okText={t('common:save')}
      okButtonProps={{ disabled: saved === undefined || card === undefined }}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void finish(() => saveCard(model, card, version), t('settings:card.saved', { name: model }))}
      onCancel={onClose}
    >
      {saved === undefined ? (
        error === undefined ? (
          <Skeleton active />
        ) : (
          <ErrorState error={error} onRetry={() => void mutate()} />
        )
      ) : (
        <div className={styles.body}>
          <p>{t('settings:card.text')}</p>
          {hasDraft && <Alert type="info" showIcon title={t('settings:card.draft')} />}
          <div>
            <JsonField
              label={t('settings:card.field')}
              value={text}
              rows={12}
              template={{ input: '2.5', output: '10' }}
              onChange={type}
            />
            {problem !== undefined && (
              <p className={styles.problem} role="alert">
                {problem}
              </p>
            )}
          </div>
          <CardExamples text={text} onInsert={type} />
          {saved.own && (
            <div>
              <Button danger disabled={busy} onClick={() => askRemoval(saved.shipped)}>
                {saved.shipped ? t('settings:card.back') : t('settings:card.remove')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}
