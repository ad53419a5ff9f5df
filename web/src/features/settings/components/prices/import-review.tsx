import { SearchOutlined } from '@ant-design/icons';
import type { PriceDiff } from '@switchyard/console/calls';
import { Button, Checkbox, Input, Pagination, Segmented, Tag } from 'antd';
import { useState } from 'react';
import { EntryChanges } from '../../../../components/entry-changes.tsx';
import { useText } from '../../../../lib/i18n.ts';
import styles from './import-dialog.module.css';

type Filter = 'all' | 'changed' | 'new' | 'unpriced';

const pageSize = 20;

interface ImportReviewProps {
  readonly diff: PriceDiff;
  /** Models that are served and have no price. */
  readonly unpriced: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** What a price map would change, model by model, to choose from. */
export function ImportReview({ diff, unpriced, chosen, onChoose }: ImportReviewProps) {
  const t = useText();
  const [filter, setFilter] = useState<Filter>('all');
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(1);
  const found = diff.models.filter(({ model, state }) => {
    const isMeant = filter === 'all' || filter === state || (filter === 'unpriced' && unpriced.includes(model));
    return isMeant && model.toLowerCase().includes(keyword.trim().toLowerCase());
  });

  function choose(models: readonly string[], on: boolean) {
    const next = new Set(chosen);
    for (const model of models) {
      if (on) next.add(model);
      else next.delete(model);
    }
    onChoose(next);
  }

  const names = found.map(({ model }) => model);
  const summary = t('settings:import.found', { count: diff.models.length, same: diff.same, unpriced: diff.unpriced });
  if (diff.models.length === 0) return <p aria-live="polite">{summary}</p>;
  return (
    <>
      <p aria-live="polite">{summary}</p>
      <div className={styles.tools}>
        <Segmented<Filter>
          value={filter}
          onChange={(next) => {
            setFilter(next);
            setPage(1);
          }}
          aria-label={t('settings:import.filter')}
          options={[
            { value: 'all', label: t('settings:import.all') },
            { value: 'changed', label: t('settings:import.changed') },
            { value: 'new', label: t('settings:import.new') },
            { value: 'unpriced', label: t('settings:import.unpriced') },
          ]}
        />
        <Input
          className={styles.search ?? ''}
          prefix={<SearchOutlined aria-hidden="true" />}
          allowClear
          value={keyword}
          placeholder={t('settings:prices.search')}
          aria-label={t('settings:prices.search')}
          onChange={(event) => {
            setKeyword(event.target.value);
            setPage(1);
          }}
        />
      </div>
      <div className={styles.tools}>
        <Button size="small" onClick={() => choose(names, true)}>
          {t('settings:import.choose', { count: names.length })}
        </Button>
        <Button size="small" onClick={() => choose(names, false)}>
          {t('settings:import.unchoose')}
        </Button>
      </div>
      <ul className={styles.models}>
        {found.slice((page - 1) * pageSize, page * pageSize).map(({ model, state, prices, unknown }) => (
          <li key={model} className={styles.model}>
            <div className={styles.head}>
              <Checkbox checked={chosen.has(model)} onChange={({ target }) => choose([model], target.checked)}>
                <span className="code">{model}</span>
              </Checkbox>
              <Tag color={state === 'new' ? 'blue' : 'default'}>
                {state === 'new' ? t('settings:import.new') : t('settings:import.changed')}
              </Tag>
            </div>
            <EntryChanges
              changes={prices.map(({ name, before, after }) => ({
                name,
                before: before && `$${before}`,
                after: after && `$${after}`,
              }))}
            />
            {unknown.length > 0 && (
              <p className="quiet">
                {t('settings:import.unknown')} <span className="code">{unknown.join(', ')}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.pages}>
        <Pagination
          simple
          hideOnSinglePage
          current={page}
          pageSize={pageSize}
          total={found.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      </div>
    </>
  );
}
