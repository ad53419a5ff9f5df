import { ReloadOutlined } from '@ant-design/icons';
import { Button, DatePicker, Select, Switch } from 'antd';
import dayjs from 'dayjs';
import { orderStates } from '../../../components/order-state.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { isNarrowed, type OrderQuery } from '../order-query.ts';
import { processors } from '../processors.ts';
import styles from './order-filters.module.css';
import { orderFlags } from './order-flags.tsx';

interface OrderFiltersProps {
  readonly query: OrderQuery;
  readonly refreshing: boolean;
  readonly onChange: (change: Partial<OrderQuery>) => void;
  readonly onClear: () => void;
  readonly onRefresh: () => void;
}

/** Number or person, state, processor, mark, time; and only those that wait for a decision. */
export function OrderFilters({ query, refreshing, onChange, onClear, onRefresh }: OrderFiltersProps) {
  const t = useText();
  const choices = (texts: Readonly<Record<string, TextKey>>, all: TextKey) => [
    { value: '', label: t(all) },
    ...Object.entries(texts).map(([value, text]) => ({ value, label: t(text) })),
  ];
  const textsOf = (looks: Readonly<Record<string, { readonly text: TextKey }>>) =>
    Object.fromEntries(Object.entries(looks).map(([name, { text }]) => [name, text]));
  return (
    <search className={styles.filters} aria-label={t('orders:filters')}>
      <SearchField
        className={styles.word ?? ''}
        label={t('orders:keyword')}
        value={query.keyword}
        onSearch={(keyword) => onChange({ keyword })}
      />
      <Select
        className={styles.choice ?? ''}
        aria-label={t('orders:column.state')}
        value={query.state}
        options={choices(textsOf(orderStates), 'orders:state.all')}
        onChange={(state) => onChange({ state })}
      />
      <Select
        className={styles.choice ?? ''}
        aria-label={t('orders:processor')}
        value={query.processor}
        options={choices(processors, 'orders:processor.all')}
        onChange={(processor) => onChange({ processor })}
      />
      <Select
        className={styles.choice ?? ''}
        aria-label={t('orders:flag')}
        value={query.flag}
        options={choices(textsOf(orderFlags), 'orders:flag.all')}
        onChange={(flag) => onChange({ flag })}
      />
      <DatePicker.RangePicker
        className={styles.range ?? ''}
        aria-label={t('orders:period')}
        placeholder={[t('orders:from'), t('orders:until')]}
        allowEmpty={[true, true]}
        value={[query.start === 0 ? null : dayjs.unix(query.start), query.end === 0 ? null : dayjs.unix(query.end)]}
        onChange={(dates) =>
          onChange({ start: dates?.[0]?.startOf('day').unix() ?? 0, end: dates?.[1]?.endOf('day').unix() ?? 0 })
        }
      />
      <label className={styles.review} htmlFor="only-review">
        <Switch id="only-review" checked={query.review} onChange={(review) => onChange({ review })} />
        {t('orders:onlyReview')}
      </label>
      <span className={styles.end}>
        {isNarrowed(query) && (
          <Button type="link" onClick={onClear}>
            {t('orders:clear')}
          </Button>
        )}
        <Button
          icon={<ReloadOutlined spin={refreshing} />}
          aria-label={t('common:refresh')}
          title={t('common:refresh')}
          onClick={onRefresh}
        />
      </span>
    </search>
  );
}
