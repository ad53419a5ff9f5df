import { Pagination, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { ErrorState } from '../../../../components/error-state.tsx';
import { useText } from '../../../../lib/i18n.ts';
import { useFeedback } from '../../../../lib/use-feedback.ts';
import { deleteKey, type KeyMode, switchKey, updateChannel, useChannelKeys } from '../../api.ts';
import { AddKeys } from './add-keys.tsx';
import styles from './channel-form-view.module.css';
import { KeyRow } from './key-row.tsx';
import panelStyles from './keys-panel.module.css';

const pageSize = 8;

interface KeysPanelProps {
  readonly id: number;
  readonly onChange: () => Promise<unknown>;
}

/** The several keys of a channel. What is done here counts at once, without the editor being saved. */
export function KeysPanel({ id, onChange }: KeysPanelProps) {
  const t = useText();
  const feedback = useFeedback();
  const { data, error, mutate } = useChannelKeys(id);
  const [page, setPage] = useState(1);
  const reload = () => Promise.all([mutate(), onChange()]);

  async function attempt(work: () => Promise<unknown>) {
    try {
      await work();
      await reload();
      feedback.success(t('common:saved'));
    } catch (failure) {
      feedback.failure(failure);
    }
  }

  if (data === undefined) {
    return error === undefined ? (
      <Skeleton active title={false} paragraph={{ rows: 2 }} />
    ) : (
      <ErrorState error={error} onRetry={() => void mutate()} />
    );
  }
  const { key_mode: mode, items } = data;
  const last = Math.max(1, Math.ceil(items.length / pageSize));
  const from = (Math.min(page, last) - 1) * pageSize;
  return (
    <section className={panelStyles.panel} aria-label={t('channels:keys.title')}>
      {mode !== 'single' && (
        <>
          <h2 className={styles.section}>{t('channels:keys.count', { count: items.length })}</h2>
          <div className={panelStyles.mode}>
            <label htmlFor="key-mode">{t('channels:keys.mode')}</label>
            <Select<KeyMode>
              id="key-mode"
              value={mode}
              onChange={(next) => void attempt(() => updateChannel(id, { key_mode: next }))}
              options={[
                { value: 'random', label: t('channels:keys.random') },
                { value: 'round_robin', label: t('channels:keys.roundRobin') },
              ]}
            />
          </div>
          <ul className={panelStyles.list}>
            {items.slice(from, from + pageSize).map((key) => (
              <KeyRow
                key={key.id}
                channelId={id}
                value={key}
                onToggle={(status) => void attempt(() => switchKey(id, key.id, status))}
                onDelete={() => attempt(() => deleteKey(id, key.id))}
              />
            ))}
          </ul>
          {last > 1 && (
            <Pagination
              size="small"
              align="end"
              current={Math.min(page, last)}
              pageSize={pageSize}
              total={items.length}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </>
      )}
      <AddKeys id={id} mode={mode} onAdded={reload} />
    </section>
  );
}
