import { Segmented, Select, Switch } from 'antd';
import { SearchField } from '../../../components/search-field.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import { type Period, periods, type WalletQuery } from '../wallet-query.ts';
import styles from './history-filters.module.css';
import { historyTypes } from './history-type.tsx';

const periodTexts: Record<Period, TextKey> = {
  all: 'wallet:period.all',
  week: 'wallet:period.week',
  month: 'wallet:period.month',
  year: 'wallet:period.year',
};

interface HistoryFiltersProps {
  readonly query: WalletQuery;
  readonly onChange: (change: Partial<WalletQuery>) => void;
}

/** Period, type and a word; administrators may look at everybody's history and narrow it by whose. */
export function HistoryFilters({ query, onChange }: HistoryFiltersProps) {
  const t = useText();
  const administrator = useIsAdministrator();
  return (
    <search className={styles.filters} aria-label={t('wallet:filters')}>
      <Segmented<Period>
        aria-label={t('wallet:period')}
        value={query.period}
        onChange={(period) => onChange({ period })}
        options={periods.map((period) => ({ value: period, label: t(periodTexts[period]) }))}
      />
      <Select
        className={styles.type ?? ''}
        aria-label={t('wallet:column.type')}
        value={query.type}
        onChange={(type) => onChange({ type })}
        options={[
          { value: 0, label: t('wallet:type.all') },
          ...Object.entries(historyTypes).map(([type, { text }]) => ({ value: Number(type), label: t(text) })),
        ]}
      />
      {administrator && query.everyone ? (
        <Whose query={query} onChange={onChange} />
      ) : (
        <SearchField
          className={styles.word ?? ''}
          label={t('wallet:keyword')}
          value={query.keyword}
          onSearch={(keyword) => onChange({ keyword })}
        />
      )}
      {administrator && (
        <label className={styles.everyone} htmlFor="everyone">
          <Switch id="everyone" checked={query.everyone} onChange={(everyone) => onChange({ everyone })} />
          {t('wallet:everyone')}
        </label>
      )}
    </search>
  );
}

const whose = [
  { name: 'username', text: 'wallet:filter.username', pattern: /^/ },
  { name: 'group', text: 'wallet:filter.group', pattern: /^/ },
  { name: 'channel', text: 'wallet:filter.channel', pattern: /^\d*$/ },
] as const;

function Whose({ query, onChange }: HistoryFiltersProps) {
  const t = useText();
  return whose.map(({ name, text, pattern }) => (
    <SearchField
      key={name}
      className={styles.short ?? ''}
      label={t(text)}
      value={query[name]}
      onSearch={(value) => {
        if (pattern.test(value)) onChange({ [name]: value });
      }}
    />
  ));
}
