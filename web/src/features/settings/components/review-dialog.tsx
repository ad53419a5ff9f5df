import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { EntryChanges } from '../../../components/entry-changes.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { saveOption } from '../api.ts';
import { changesOf, type OptionState } from '../editing/draft.ts';
import { useEditing } from '../editing/editing.tsx';
import { heldBack, saveInOrder } from '../editing/save-in-order.ts';
import { OvertakenNote } from './overtaken-note.tsx';
import styles from './review-dialog.module.css';

/** What is about to be saved, before and after. What the server refuses stays here with the reason, the rest is saved. */
export function ReviewDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const { states = new Map(), forget, refresh } = useEditing();
  const [refused, setRefused] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [saved, setSaved] = useState(0);
  const [busy, setBusy] = useState(false);
  const changed = [...states.values()].filter((state) => state.changed);
  const isOvertaken = changed.some(({ overtaken }) => overtaken);

  async function save() {
    setBusy(true);
    const outcome = await saveInOrder(changed, saveOption);
    const done = changed.map(({ field }) => field.key).filter((key) => !outcome.has(key));
    // What the server accepted before a refusal is in force: show the truth.
    await refresh();
    forget(done);
    setBusy(false);
    setRefused(outcome);
    setSaved(done.length);
    if (outcome.size > 0) return;
    feedback.success(t('settings:saved'));
    onClose();
  }

  return (
    <Modal
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
      {refused.size > 0 && (
        <Alert
          className={styles.refusal ?? ''}
          type="error"
          showIcon
          title={saved > 0 ? t('settings:review.partly', { count: saved }) : t('settings:review.failed')}
        />
      )}
      <div className={styles.changes}>
        {changed.map((state) => (
          <Change key={state.field.key} state={state} refusal={refused.get(state.field.key)} />
        ))}
      </div>
    </Modal>
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
        refusal !== undefined && (
          <Alert
            type="error"
            showIcon
            title={refusal === heldBack ? t('settings:review.heldBack') : failureText(refusal, t)}
          />
        )
      )}
    </section>
  );
}
