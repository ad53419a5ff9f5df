import { Button, Tag } from 'antd';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { formatTime } from '../../../lib/time.ts';
import type { LogQuery } from '../log-query.ts';
import styles from './log-filters.module.css';
import { logTypes } from './log-type.tsx';

interface Narrowing {
  readonly label: TextKey;
  readonly value: string | { readonly text: TextKey };
  /** Takes it away. */
  readonly without: Partial<LogQuery>;
}

const texts = {
  token: 'log:column.token',
  model: 'log:column.model',
  group: 'log:column.group',
  channel: 'log:column.channel',
  username: 'log:column.user',
} as const satisfies Partial<Record<keyof LogQuery, TextKey>>;

/** What the log is narrowed by beside its period. */
export function narrowings(query: LogQuery): Narrowing[] {
  const type = logTypes[query.type];
  const named = (Object.entries(texts) as [keyof typeof texts, TextKey][])
    .filter(([name]) => query[name] !== '')
    .map(([name, label]) => ({ label, value: query[name], without: { [name]: '' } }));
  return [
    ...(type === undefined
      ? []
      : [{ label: 'log:column.type', value: { text: type.text }, without: { type: 0 } } as const]),
    ...(query.cost === ''
      ? []
      : [{ label: 'log:filter.cost', value: `$${query.cost}`, without: { cost: '' } } as const]),
    ...named,
  ];
}

/** A bound of the period; an open one is dots. */
function bound(seconds: number): string {
  return seconds === 0 ? '…' : formatTime(seconds);
}

interface FilterChipsProps {
  readonly query: LogQuery;
  readonly onNarrow: (change: Partial<LogQuery>) => void;
  readonly onClear: () => void;
}

/** The period, and one chip for each thing that the log is narrowed by. */
export function FilterChips({ query, onNarrow, onClear }: FilterChipsProps) {
  const t = useText();
  const chips = narrowings(query);
  return (
    <div className={styles.chips}>
      <Tag>
        <span className="figures">
          {bound(query.start)} – {bound(query.end)}
        </span>
      </Tag>
      {chips.map(({ label, value, without }) => (
        <Tag key={label} closable onClose={() => onNarrow(without)}>
          {t(label)}: <bdi>{typeof value === 'string' ? value : t(value.text)}</bdi>
        </Tag>
      ))}
      {(chips.length > 0 || query.span !== 'today') && (
        <Button type="link" size="small" onClick={onClear}>
          {t('log:filter.clear')}
        </Button>
      )}
    </div>
  );
}
