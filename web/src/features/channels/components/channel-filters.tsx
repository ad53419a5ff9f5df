import { Input, Select, Switch } from 'antd';
import { useGroupNames } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import type { ChannelListQuery } from '../api.ts';
import styles from './channel-filters.module.css';

interface ChannelFiltersProps {
  readonly query: ChannelListQuery;
  readonly onChange: (change: Partial<ChannelListQuery>) => void;
}

/** Search by id, name or key; model; group; order by id. */
export function ChannelFilters({ query, onChange }: ChannelFiltersProps) {
  const t = useText();
  const groups = useGroupNames();
  return (
    <search className={styles.filters}>
      <Input.Search
        className={styles.search ?? ''}
        allowClear
        placeholder={t('channels:filter.keyword')}
        aria-label={t('channels:filter.keyword')}
        onSearch={(keyword) => onChange({ keyword: keyword.trim() })}
      />
      <Input.Search
        className={styles.model ?? ''}
        allowClear
        placeholder={t('channels:filter.model')}
        aria-label={t('channels:filter.model')}
        onSearch={(model) => onChange({ model: model.trim() })}
      />
      <Select
        className={styles.group ?? ''}
        allowClear
        placeholder={t('channels:filter.group')}
        aria-label={t('channels:filter.group')}
        value={query.group === '' ? undefined : query.group}
        onChange={(group?: string) => onChange({ group: group ?? '' })}
        options={groups.map((value) => ({ value, label: value }))}
      />
      {/* biome-ignore lint/a11y/noLabelWithoutControl: antd's switch is a button inside the label */}
      <label className={styles.order}>
        <Switch size="small" checked={query.idSort} onChange={(idSort) => onChange({ idSort })} />
        {t('channels:filter.idSort')}
      </label>
    </search>
  );
}
