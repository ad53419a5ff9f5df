import { Select, Switch } from 'antd';
import { SearchField } from '../../../components/search-field.tsx';
import { useGroupNames } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { channelStatus, useChannelTypes, useTagNames } from '../api.ts';
import type { ChannelQueryState } from '../use-channel-query.ts';
import styles from './channel-filters.module.css';

/** Search by id, name or key; model; group; status; type; tag. Grouping by tag, order by id. */
export function ChannelFilters({ query, narrow, setIdSort }: ChannelQueryState) {
  const t = useText();
  const groups = useGroupNames();
  const tags = useTagNames();
  const { data: types = [] } = useChannelTypes();
  const states = [
    { value: channelStatus.enabled, label: t('channels:status.enabled') },
    { value: channelStatus.disabled, label: t('channels:status.disabled') },
    { value: channelStatus.autoDisabled, label: t('channels:status.autoDisabled') },
  ];
  return (
    <search className={styles.filters}>
      <SearchField
        className={styles.search ?? ''}
        label={t('channels:filter.keyword')}
        value={query.keyword}
        onSearch={(keyword) => narrow({ keyword })}
      />
      <SearchField
        className={styles.model ?? ''}
        label={t('channels:filter.model')}
        value={query.model}
        onSearch={(model) => narrow({ model })}
      />
      <Select
        className={styles.choice ?? ''}
        allowClear
        placeholder={t('channels:filter.group')}
        aria-label={t('channels:filter.group')}
        value={query.group || undefined}
        onChange={(group?: string) => narrow({ group: group ?? '' })}
        options={groups.map((value) => ({ value, label: value }))}
      />
      <Select
        className={styles.choice ?? ''}
        allowClear
        placeholder={t('channels:column.status')}
        aria-label={t('channels:column.status')}
        value={query.status || undefined}
        onChange={(status?: number) => narrow({ status: status ?? 0 })}
        options={states}
      />
      <Select
        className={styles.choice ?? ''}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={240}
        placeholder={t('channels:field.type')}
        aria-label={t('channels:field.type')}
        value={query.type || undefined}
        onChange={(type?: number) => narrow({ type: type ?? 0 })}
        options={types.map(({ type: value, label }) => ({ value, label }))}
      />
      <Select
        className={styles.choice ?? ''}
        allowClear
        showSearch
        placeholder={t('channels:field.tag')}
        aria-label={t('channels:field.tag')}
        value={query.tag || undefined}
        onChange={(tag?: string) => narrow({ tag: tag ?? '' })}
        options={tags.map((value) => ({ value, label: value }))}
      />
      <span className={styles.switches}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: antd's switch is a button inside the label */}
        <label className={styles.switch}>
          <Switch size="small" checked={query.byTag} onChange={(byTag) => narrow({ byTag })} />
          {t('channels:filter.byTag')}
        </label>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the same */}
        <label className={styles.switch}>
          <Switch size="small" checked={query.idSort} onChange={setIdSort} />
          {t('channels:filter.idSort')}
        </label>
      </span>
    </search>
  );
}
