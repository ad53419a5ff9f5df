import { ReloadOutlined } from '@ant-design/icons';
import { Button, DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useText } from '../../../lib/i18n.ts';
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
  return (
    <search className={styles.bar}>
      <Input.Search
        key={query.id}
        className={styles.search ?? ''}
        allowClear
        defaultValue={query.id}
        placeholder={t('tasks:filter.id')}
        aria-label={t('tasks:filter.id')}
        onSearch={(id) => onNarrow({ id: id.trim() })}
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
          key={`channel ${query.channel}`}
          className={styles.channel ?? ''}
          allowClear
          inputMode="numeric"
          defaultValue={query.channel}
          placeholder={t('tasks:filter.channel')}
          aria-label={t('tasks:filter.channel')}
          onPressEnter={(event) => onNarrow({ channel: event.currentTarget.value.trim() })}
          onBlur={(event) => {
            const channel = event.currentTarget.value.trim();
            if (channel !== query.channel) onNarrow({ channel });
          }}
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
