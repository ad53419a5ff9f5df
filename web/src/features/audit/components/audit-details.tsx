import type { AuditEntry } from '@switchyard/console/calls';
import { Descriptions, Skeleton } from 'antd';
import { Copyable } from '../../../components/copyable.tsx';
import { EntryChanges } from '../../../components/entry-changes.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { entryChanges } from '../../../lib/entry-changes.ts';
import { useText } from '../../../lib/i18n.ts';
import { useChangesOf } from '../api.ts';
import { changedOption, changeOf } from '../changed-option.ts';
import styles from './audit-details.module.css';

/** From where an entry came, and of a changed setting what it was and became. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const t = useText();
  const key = changedOption(entry);
  return (
    <div className={styles.details}>
      <Descriptions
        size="small"
        column={1}
        colon={false}
        items={[
          { key: 'id', label: t('audit:id'), children: <span className="figures">{entry.id}</span> },
          { key: 'user', label: t('audit:userId'), children: <span className="figures">{entry.user_id}</span> },
          { key: 'ip', label: t('audit:ip'), children: entry.ip === '' ? '–' : <Copyable text={entry.ip} /> },
          {
            key: 'request',
            label: t('audit:requestId'),
            children: entry.request_id === '' ? '–' : <Copyable text={entry.request_id} />,
          },
        ]}
      />
      {key !== '' && <OptionDetails entry={entry} optionKey={key} />}
    </div>
  );
}

function OptionDetails({ entry, optionKey }: { entry: AuditEntry; optionKey: string }) {
  const t = useText();
  const { data, error, mutate } = useChangesOf(optionKey);
  if (data === undefined) {
    return error === undefined ? <Skeleton active /> : <ErrorState error={error} onRetry={() => void mutate()} />;
  }
  const change = changeOf(entry, data.items);
  if (change === undefined) return <p className="quiet">{t('audit:tooOld')}</p>;
  return (
    <section className={styles.change}>
      <h3 className={styles.title}>
        {t('audit:change')} <span className="code quiet">{optionKey}</span>
      </h3>
      {change.secret ? (
        <p className="quiet">{t('audit:secret')}</p>
      ) : (
        <EntryChanges changes={entryChanges(change.old_value, change.new_value)} />
      )}
    </section>
  );
}
