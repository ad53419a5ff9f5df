import { SearchOutlined } from '@ant-design/icons';
import { Checkbox, Input, type InputRef, Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { vendorName } from '../../../lib/vendors.ts';
import type { PriceEntry } from '../api.ts';
import { type PriceQuery, type Sort, sorts } from '../price-query.ts';
import { type Purpose, purposeOf, purposeTexts } from '../purposes.ts';
import styles from './price-filters.module.css';

const sortTexts: Record<Sort, TextKey> = {
  standard: 'pricing:sort.standard',
  name: 'pricing:sort.name',
  input: 'pricing:sort.input',
  output: 'pricing:sort.output',
};

interface PriceFiltersProps {
  readonly entries: readonly PriceEntry[];
  readonly query: PriceQuery;
  readonly group: string;
  readonly onChange: (part: Partial<PriceQuery>) => void;
}

/** Search by name, seller and use of the models, order. */
export function PriceFilters({ entries, query, group, onChange }: PriceFiltersProps) {
  const t = useText();
  const vendors = useMemo(() => distinct(entries.map(({ owner_by: vendor }) => vendorName(vendor))).sort(), [entries]);
  const [text, setText] = useState(query.search);
  const input = useRef<InputRef>(null);
  // Who types is ahead of the address; otherwise the address is right.
  useEffect(() => {
    if (document.activeElement !== input.current?.input) setText(query.search);
  }, [query.search]);
  const purposes = useMemo(() => distinct(entries.map(purposeOf)), [entries]);
  return (
    <search className={styles.bar}>
      <Input
        className={styles.search ?? ''}
        type="search"
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        ref={input}
        value={text}
        placeholder={t('pricing:search')}
        aria-label={t('pricing:search')}
        onChange={({ target }) => {
          setText(target.value);
          onChange({ search: target.value });
        }}
      />
      <Select
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        value={[...query.vendors]}
        placeholder={t('pricing:allSellers')}
        aria-label={t('pricing:seller')}
        options={vendors.map((value) => ({ value, label: value }))}
        onChange={(chosen: string[]) => onChange({ vendors: chosen })}
      />
      <Select<Purpose | ''>
        value={query.purpose ?? ''}
        aria-label={t('pricing:use.title')}
        options={[
          { value: '', label: t('pricing:use.all') },
          ...purposes.map((value) => ({ value, label: t(purposeTexts[value]) })),
        ]}
        onChange={(purpose) => onChange({ purpose: purpose === '' ? undefined : purpose })}
      />
      <Select<Sort>
        value={query.sort}
        aria-label={t('pricing:sort.title')}
        options={sorts.map((value) => ({ value, label: t(sortTexts[value]) }))}
        onChange={(sort) => onChange({ sort })}
      />
      <Checkbox
        className={styles.reached ?? ''}
        checked={query.reached}
        onChange={({ target }) => onChange({ reached: target.checked })}
      >
        {t('pricing:onlyReached', { group })}
      </Checkbox>
    </search>
  );
}

function distinct<Value>(values: readonly (Value | undefined)[]): Value[] {
  return [...new Set(values)].filter((value) => value !== undefined);
}
