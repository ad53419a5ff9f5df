import { FilterOutlined, ReloadOutlined } from '@ant-design/icons';
import { Badge, Button, Drawer, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { SearchField } from '../../../components/search-field.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useIsNarrow } from '../../../lib/use-media-query.ts';
import type { LogQuery } from '../log-query.ts';
import { FilterChips, narrowings } from './filter-chips.tsx';
import styles from './log-filters.module.css';

const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }));

const requestIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface LogFiltersProps {
  readonly query: LogQuery;
  readonly administrator: boolean;
  readonly refreshing: boolean;
  readonly onNarrow: (change: Partial<LogQuery>) => void;
  readonly onClear: () => void;
  readonly onRefresh: () => void;
  readonly onOpenRecord: (requestId: string) => void;
}

/** Search by key name or request ID, everything else in the filter; what is narrowed shows as chips. */
export function LogFilters(props: LogFiltersProps) {
  const t = useText();
  const { query, onNarrow } = props;
  const narrow = useIsNarrow();
  const [open, setOpen] = useState(false);
  const form = (
    <Suspense fallback={<div className={styles.form} />}>
      <FilterForm
        query={query}
        administrator={props.administrator}
        onApply={(change) => {
          onNarrow(change);
          setOpen(false);
        }}
      />
    </Suspense>
  );
  const button = (
    <Badge count={narrowings(query).length} size="small" color="var(--ant-color-primary)">
      <Button icon={<FilterOutlined />} {...(narrow ? { onClick: () => setOpen(true) } : {})}>
        {t('log:filter.title')}
      </Button>
    </Badge>
  );

  function find(text: string) {
    if (requestIdPattern.test(text)) props.onOpenRecord(text.toLowerCase());
    else onNarrow({ token: text });
  }

  return (
    <>
      <div className={styles.bar}>
        <SearchField
          className={styles.search ?? ''}
          label={t('log:filter.search')}
          value={query.token}
          onSearch={find}
        />
        {narrow ? (
          <>
            {button}
            <Drawer
              open={open}
              onClose={() => setOpen(false)}
              placement="bottom"
              size="88%"
              title={t('log:filter.title')}
              destroyOnHidden
            >
              {form}
            </Drawer>
          </>
        ) : (
          <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottom" destroyOnHidden content={form}>
            {button}
          </Popover>
        )}
        <Button
          icon={<ReloadOutlined spin={props.refreshing} />}
          aria-label={t('common:refresh')}
          title={t('common:refresh')}
          onClick={props.onRefresh}
        />
      </div>
      <FilterChips query={query} onNarrow={onNarrow} onClear={props.onClear} />
    </>
  );
}
