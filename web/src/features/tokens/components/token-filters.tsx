import { Select } from 'antd';
import { SearchField } from '../../../components/search-field.tsx';
import { useText } from '../../../lib/i18n.ts';
import { isKey, type TokenQuery } from '../token-query.ts';
import { BaseAddress } from './base-address.tsx';
import styles from './token-filters.module.css';
import { statusLooks } from './token-status.tsx';

interface TokenFiltersProps {
  readonly query: TokenQuery;
  /** The whole key that is searched for; '' for none. */
  readonly searchedKey: string;
  readonly onChange: (change: Partial<TokenQuery>) => void;
  readonly onKey: (key: string) => void;
}

/** Search by name or by a whole key, and the status. */
export function TokenFilters({ query, searchedKey, onChange, onKey }: TokenFiltersProps) {
  const t = useText();

  function search(wanted: string) {
    const key = isKey(wanted) ? wanted : '';
    onKey(key);
    onChange({ keyword: key === '' ? wanted : '' });
  }

  return (
    <div className={styles.tools}>
      <SearchField
        className={styles.search ?? ''}
        label={t('tokens:search')}
        value={searchedKey || query.keyword}
        onSearch={search}
      />
      <Select
        className={styles.status ?? ''}
        aria-label={t('tokens:column.status')}
        value={query.status}
        onChange={(status) => onChange({ status })}
        options={[
          { value: 0, label: t('tokens:status.all') },
          ...[...statusLooks].map(([value, { text: name }]) => ({ value, label: t(name) })),
        ]}
      />
      <BaseAddress />
    </div>
  );
}
