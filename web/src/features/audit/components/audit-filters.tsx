import { Button, DatePicker, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useText } from '../../../lib/i18n.ts';
import { timeFormat } from '../../../lib/time.ts';
import { useTyped } from '../../../lib/use-typed.ts';
import type { AuditFilter } from '../filter.ts';
import styles from './audit-filters.module.css';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onApply: (change: Partial<AuditFilter>) => void;
}

const timeOf = (seconds: number | undefined) => (seconds === undefined ? null : dayjs.unix(seconds));

/** Who, what and when. */
export function AuditFilters({ filter, onApply }: AuditFiltersProps) {
  const t = useText();
  const [username, setUsername] = useTyped(filter.username);
  const [keyword, setKeyword] = useTyped(filter.keyword);
  const isFiltered =
    filter.username !== '' || filter.keyword !== '' || filter.from !== undefined || filter.to !== undefined;
  const change = (time: [Dayjs | null, Dayjs | null] | null) =>
    onApply({ from: time?.[0]?.unix(), to: time?.[1]?.unix() });

  return (
    <form
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        onApply({ username: username.trim(), keyword: keyword.trim() });
      }}
    >
      <Input
        className={styles.keyword ?? ''}
        type="search"
        allowClear
        value={keyword}
        placeholder={t('audit:filter.keyword')}
        aria-label={t('audit:filter.keyword')}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <Input
        className={styles.username ?? ''}
        allowClear
        value={username}
        placeholder={t('audit:filter.username')}
        aria-label={t('audit:filter.username')}
        onChange={(event) => setUsername(event.target.value)}
      />
      <DatePicker.RangePicker
        className={styles.time ?? ''}
        showTime
        allowEmpty={[true, true]}
        format={timeFormat}
        value={[timeOf(filter.from), timeOf(filter.to)]}
        placeholder={[t('audit:filter.from'), t('audit:filter.to')]}
        onChange={change}
      />
      <Button htmlType="submit" type="primary">
        {t('audit:filter.apply')}
      </Button>
      {isFiltered && (
        <Button
          onClick={() => {
            setUsername('');
            setKeyword('');
            onApply({ username: '', keyword: '', from: undefined, to: undefined });
          }}
        >
          {t('audit:filter.reset')}
        </Button>
      )}
    </form>
  );
}
