import { HistoryOutlined } from '@ant-design/icons';
import type { OptionChangeView } from '@switchyard/console/calls';
import { App, Button, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { EntryChanges } from '../../../components/entry-changes.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Moment } from '../../../components/moment.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { entryChanges } from '../../../lib/entry-changes.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { rollBack, useHistory } from '../api.ts';
import { useEditing } from '../editing/editing.tsx';
import styles from './history-drawer.module.css';

const pageSize = 10;

export interface HistorySubject {
  readonly key: string;
  readonly label: TextKey;
}

/** Who changed a setting when, and how; each change can be taken back. */
export function HistoryDrawer({ subject, onClose }: { subject: HistorySubject; onClose: () => void }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const { data, error, mutate } = useHistory(subject.key, page, pageSize);
  return (
    <SidePanel open widthPx={560} title={t('settings:history.of', { name: t(subject.label) })} onClose={onClose}>
      {data === undefined ? (
        error === undefined ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : (
          <ErrorState error={error} onRetry={() => void mutate()} />
        )
      ) : data.total === 0 ? (
        <EmptyState
          icon={<HistoryOutlined />}
          title={t('settings:history.none')}
          description={t('settings:history.noneText')}
        />
      ) : (
        <>
          {/* The changes may be those of another page. */}
          {error !== undefined && <ErrorNotice error={error} onRetry={() => void mutate()} />}
          <ul className={styles.changes}>
            {data.items.map((change) => (
              <li key={change.id}>
                <Change change={change} onDone={mutate} />
              </li>
            ))}
          </ul>
          {data.total > pageSize && (
            <div className={styles.pages}>
              <Pagination
                simple
                current={page}
                pageSize={pageSize}
                total={data.total}
                showSizeChanger={false}
                onChange={setPage}
              />
            </div>
          )}
        </>
      )}
    </SidePanel>
  );
}

function Change({ change, onDone }: { change: OptionChangeView; onDone: () => Promise<unknown> }) {
  const t = useText();
  const { modal } = App.useApp();
  const feedback = useFeedback();
  const { refresh } = useEditing();

  async function takeBack() {
    try {
      await rollBack(change.id);
      feedback.success(t('settings:history.done'));
    } catch (error) {
      feedback.failure(error);
    }
    await Promise.all([refresh(), onDone()]);
  }

  const ask = () =>
    modal.confirm({
      title: t('settings:history.confirm'),
      content: t('settings:history.confirmText'),
      okText: t('settings:history.rollBack'),
      cancelText: t('common:cancel'),
      onOk: takeBack,
    });

  return (
    <article className={styles.change}>
      <div className={styles.head}>
        <span>
          <bdi className={styles.who}>{change.username}</bdi>{' '}
          <span className="quiet">
            <Moment seconds={change.created_at} />
          </span>
        </span>
        {!change.secret && (
          <Button size="small" onClick={ask}>
            {t('settings:history.rollBack')}
          </Button>
        )}
      </div>
      {change.secret ? (
        <p className="quiet">{t('settings:history.secret')}</p>
      ) : (
        <EntryChanges changes={entryChanges(change.old_value, change.new_value)} />
      )}
    </article>
  );
}
