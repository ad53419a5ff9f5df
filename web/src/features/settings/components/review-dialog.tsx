import { Alert, Modal } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import type { OptionChange } from '../changes.ts';
import styles from './review-dialog.module.css';

interface ReviewDialogProps {
  readonly changes: readonly OptionChange[];
  readonly busy: boolean;
  readonly refusal: string | undefined;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** What is about to be saved: every changed entry, before and after. */
export function ReviewDialog({ changes, busy, refusal, onSave, onClose }: ReviewDialogProps) {
  const t = useText();
  return (
    <Modal
      open
      width={680}
      title={t('settings:review.title')}
      okText={t('common:save')}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={onSave}
      onCancel={onClose}
    >
      {refusal !== undefined && <Alert className={styles.refusal ?? ''} type="error" showIcon title={refusal} />}
      <div className={styles.changes}>
        {changes.map(({ field, entries }) => (
          <section key={field.key}>
            <h3 className={styles.title}>
              {t(field.label)} <span className="code quiet">{field.key}</span>
            </h3>
            <ul className={styles.entries}>
              {entries.map(({ name, before, after }) => (
                <li key={name} className={styles.entry}>
                  {name !== '' && <span className={`code ${styles.name}`}>{name}</span>}
                  {before !== undefined && <del className={`code ${styles.before}`}>{before || '""'}</del>}
                  {before !== undefined && after !== undefined && <span aria-hidden="true">→</span>}
                  {after !== undefined ? (
                    <ins className={`code ${styles.after}`}>{after || '""'}</ins>
                  ) : (
                    <span className="quiet">{t('settings:review.removed')}</span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Modal>
  );
}
