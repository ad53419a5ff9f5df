import { Alert } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { EntryChanges } from '../../../components/entry-changes.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type RefusedSaving, saveOptions } from '../api.ts';
import { changesOf, type OptionState } from '../editing/draft.ts';
import { useEditing } from '../editing/editing.tsx';
import { savingsOf } from '../editing/saving-order.ts';
import { OvertakenNote } from './overtaken-note.tsx';
import styles from './review-dialog.module.css';

/** What is about to be saved, before and after. All of it is saved or nothing: what the server refuses is named with the reason. */
export function ReviewDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const { states = new Map(), forget, refresh } = useEditing();
  const [refused, setRefused] = useState<RefusedSaving>();
  const [busy, setBusy] = useState(false);
  const changed = [...states.values()].filter((state) => state.changed);
  const isOvertaken = changed.some(({ overtaken }) => overtaken);

  async function save() {
    setBusy(true);
    const outcome = await saveOptions(savingsOf(changed));
    // Without an answer they may be in force: show the truth.
    await refresh();
    setBusy(false);
    setRefused(outcome);
    if (outcome !== undefined) return;
    forget(changed.map(({ field }) => field.key));
    feedback.success(t('settings:saved'));
    onClose();
  }

  return (
    <Dialog
      open
      width={720}
      title={t('settings:review.title')}
      okText={t('common:save')}
      okButtonProps={{ disabled: changed.length === 0 || isOvertaken }}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {refused !== undefined && (
        <Alert
          className={styles.refusal ?? ''}
          type="error"
          showIcon
          title={refused.key === '' ? failureText(refused.error, t) : t('settings:review.failed')}
        />
      )}
      <div className={styles.changes}>
        {changed.map((state) => (
          <Change
            key={state.field.key}
            state={state}
            refusal={refused?.key === state.field.key ? refused?.error : undefined}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Change({ state, refusal }: { state: OptionState; refusal: unknown }) {
  const t = useText();
  const { field, overtaken } = state;
  return (
    <section className={styles.change}>
      <h3 className={styles.title}>
        {t(field.label)} <span className="code quiet">{field.key}</span>
      </h3>
      <EntryChanges changes={changesOf(state)} />
      {overtaken ? (
        <OvertakenNote state={state} />
      ) : (
        refusal !== undefined && <Alert type="error" showIcon title={failureText(refusal, t)} />
      )}
    </section>
  );
}
