import { Select } from 'antd';
import { SearchField } from '../../../components/search-field.tsx';
import { useGroupNames } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import type { UserQuery } from '../user-query.ts';
import styles from './user-filters.module.css';

interface UserFiltersProps {
  readonly query: UserQuery;
  readonly onChange: (change: Partial<UserQuery>) => void;
}

/** Search by id, username, display name or e-mail; group. */
export function UserFilters({ query, onChange }: UserFiltersProps) {
  const t = useText();
  const groups = useGroupNames();
  return (
    <search className={styles.filters}>
      <SearchField
        className={styles.search ?? ''}
        maxLength={200}
        label={t('users:search')}
        value={query.keyword}
        enterButton={t('users:find')}
        onSearch={(keyword) => onChange({ keyword })}
      />
      <Select
        className={styles.group ?? ''}
        allowClear
        showSearch
        placeholder={t('users:anyGroup')}
        aria-label={t('users:column.group')}
        value={query.group === '' ? undefined : query.group}
        onChange={(group?: string) => onChange({ group: group ?? '' })}
        options={groups.map((value) => ({ value, label: value }))}
      />
    </search>
  );
}
