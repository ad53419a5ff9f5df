import { ReloadOutlined } from '@ant-design/icons';
import { Button, DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { SearchField } from '../../../components/search-field.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useTyped } from '../../../lib/use-typed.ts';
import type { WorkQuery } from '../work-query.ts';
import styles from './work-filters.module.css';
import { statusWords } from './work-words.ts';

interface WorkFiltersProps {
  readonly query: WorkQuery;
  readonly administrator: boolean;
  readonly refreshing: boolean;
  readonly onNarrow: (change: Partial<WorkQuery>) => void;
  readonly onRefresh: () => void;
}

const moment = (seconds: number) => (seconds === 0 ? null : dayjs.unix(seconds));

/** Search by ID; status, channel and the time of submission. */
export function WorkFilters({ query, administrator, refreshing, onNarrow, onRefresh }: WorkFiltersProps) {
  const t = useText();
  const [channel, setChannel] = useTyped(query.channel);
  const applyChannel = () => {
    if (channel.trim() !== query.channel) onNarrow({ channel: channel.trim() });
  };
  return (
    <search className={styles.bar}>
      <SearchField
        className={styles.search ?? ''}
        label={t('tasks:filter.id')}
        value={query.id}
        onSearch={(id) => onNarrow({ id })}
      />
      <Button
        icon={<ReloadOutlined spin={refreshing} />}
        aria-label={t('common:refresh')}
        title={t('common:refresh')}
        onClick={onRefresh}
      />
      {query.kind === 'tasks' && (
        <Select
          className={styles.choice ?? ''}
          allowClear
          placeholder={t('tasks:column.status')}
          aria-label={t('tasks:column.status')}
          value={query.status || undefined}
          options={Object.entries(statusWords).map(([value, { text }]) => ({ value, label: t(text) }))}
          onChange={(status?: string) => onNarrow({ status: status ?? '' })}
        />
      )}
      {administrator && (
        <Input
          className={styles.channel ?? ''}
          allowClear
          inputMode="numeric"
          value={channel}
          placeholder={t('tasks:filter.channel')}
          aria-label={t('tasks:filter.channel')}
          onChange={({ target }) => setChannel(target.value)}
          onPressEnter={applyChannel}
          onBlur={applyChannel}
          onClear={() => onNarrow({ channel: '' })}
        />
      )}
      <DatePicker.RangePicker
        className={styles.period ?? ''}
        showTime
        allowEmpty
        format="YYYY-MM-DD HH:mm"
        value={[moment(query.start), moment(query.end)]}
        aria-label={t('tasks:filter.period')}
        placeholder={[t('tasks:filter.start'), t('tasks:filter.end')]}
        onChange={(period) => onNarrow({ start: period?.[0]?.unix() ?? 0, end: period?.[1]?.unix() ?? 0 })}
      />
    </search>
  );
}
