import { CopyOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { SearchField } from '../../../components/search-field.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { CodeListQuery, CodeState } from '../api.ts';
import { codeStates } from '../code-state.ts';
import styles from './code-filters.module.css';
import { stateTexts } from './code-status.tsx';

interface CodeFiltersProps {
  readonly query: CodeListQuery;
  readonly chosen: number;
  readonly onChange: (change: Partial<CodeListQuery>) => void;
  readonly onCopy: () => void;
}

/** Search by id or name, or with a whole code; state; the chosen codes copied. */
export function CodeFilters({ query, chosen, onChange, onCopy }: CodeFiltersProps) {
  const t = useText();
  return (
    <search className={styles.filters}>
      <SearchField
        className={styles.search ?? ''}
        label={t('redemption:search')}
        value={query.keyword}
        onSearch={(keyword) => onChange({ keyword })}
      />
      <Select
        className={styles.state ?? ''}
        allowClear
        placeholder={t('redemption:column.status')}
        aria-label={t('redemption:column.status')}
        value={query.state}
        onChange={(state: CodeState | undefined) => onChange({ state })}
        options={codeStates.map((value) => ({ value, label: t(stateTexts[value]) }))}
      />
      <Button className={styles.copy ?? ''} icon={<CopyOutlined />} onClick={onCopy}>
        {chosen === 0 ? t('redemption:copyChosen') : t('redemption:copyCount', { count: chosen })}
      </Button>
    </search>
  );
}
