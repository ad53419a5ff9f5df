import { FilterOutlined, ReloadOutlined } from '@ant-design/icons';
import { Badge, Button, Drawer, Input, Popover, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { formatTime } from '../../../lib/time.ts';
import { useIsNarrow } from '../../../lib/use-media-query.ts';
import type { LogQuery } from '../use-log-query.ts';
import styles from './log-filters.module.css';
import { logTypes } from './log-type.tsx';

const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }));

interface LogFiltersProps {
  readonly query: LogQuery;
  readonly administrator: boolean;
  readonly refreshing: boolean;
  readonly onNarrow: (change: Partial<LogQuery>) => void;
  readonly onClear: () => void;
  readonly onRefresh: () => void;
}

const chipNames = ['token', 'model', 'group', 'channel', 'username'] as const;

const chipLabels: Record<(typeof chipNames)[number], TextKey> = {
  token: 'log:column.token',
  model: 'log:column.model',
  group: 'log:column.group',
  channel: 'log:column.channel',
  username: 'log:column.user',
};

/** A bound of the period; an open one is dots. */
function bound(seconds: number): string {
  return seconds === 0 ? '…' : formatTime(seconds);
}

/** Search by key name, everything else in the filter; what is narrowed shows as chips. */
export function LogFilters(props: LogFiltersProps) {
  const t = useText();
  const { query, onNarrow } = props;
  const narrow = useIsNarrow();
  const [open, setOpen] = useState(false);
  const chips = chipNames.filter((name) => query[name] !== '');
  const type = logTypes[query.type];
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
    <Badge count={chips.length + (type === undefined ? 0 : 1)} size="small" color="var(--ant-color-primary)">
      <Button icon={<FilterOutlined />} {...(narrow ? { onClick: () => setOpen(true) } : {})}>
        {t('log:filter.title')}
      </Button>
    </Badge>
  );
  return (
    <>
      <div className={styles.bar}>
        <Input.Search
          key={query.token}
          className={styles.search ?? ''}
          allowClear
          defaultValue={query.token}
          placeholder={t('log:filter.search')}
          aria-label={t('log:filter.search')}
          onSearch={(token) => onNarrow({ token: token.trim() })}
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
      <div className={styles.chips}>
        <Tag>
          <span className="figures">
            {bound(query.start)} – {bound(query.end)}
          </span>
        </Tag>
        {type !== undefined && (
          <Tag closable onClose={() => onNarrow({ type: 0 })}>
            {t('log:column.type')}: {t(type.text)}
          </Tag>
        )}
        {chips.map((name) => (
          <Tag key={name} closable onClose={() => onNarrow({ [name]: '' })}>
            {t(chipLabels[name])}: <bdi>{query[name]}</bdi>
          </Tag>
        ))}
        {(chips.length > 0 || type !== undefined) && (
          <Button type="link" size="small" onClick={props.onClear}>
            {t('log:filter.clear')}
          </Button>
        )}
      </div>
    </>
  );
}
