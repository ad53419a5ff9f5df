import { TagsOutlined } from '@ant-design/icons';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { formatBalance } from '../balance.ts';
import type { TagRow } from '../tag-rows.ts';
import styles from './tag-cells.module.css';

export function TagName({ row }: { row: TagRow }) {
  const t = useText();
  return (
    <span className={styles.name}>
      <TagsOutlined aria-hidden="true" className={styles.icon} />
      <span className={styles.title}>{row.tag}</span>
      <span className="quiet">{t('channels:tag.count', { count: row.children.length })}</span>
    </span>
  );
}

/** How many of the tag's channels are on. */
export function TagStatus({ row }: { row: TagRow }) {
  const t = useText();
  const { enabled, children } = row;
  return (
    <StatusDot tone={toneOf(enabled, children.length)}>
      {t('channels:tag.enabled', { enabled, count: children.length })}
    </StatusDot>
  );
}

/** A figure that all channels of a tag share. */
export function CommonFigure({ value }: { value: number | undefined }) {
  const t = useText();
  return value === undefined ? (
    <span className="quiet">{t('channels:tag.mixed')}</span>
  ) : (
    <span className={`figures ${styles.figure}`}>{value}</span>
  );
}

export function TagBalances({ row }: { row: TagRow }) {
  const language = useLanguage();
  if (row.balances.length === 0) return <span className="quiet">—</span>;
  const sums = row.balances.map(({ amount, currency }) => formatBalance(amount, currency, language));
  return <span className="figures">{sums.join(' + ')}</span>;
}

function toneOf(enabled: number, all: number): Tone {
  if (enabled === all) return 'good';
  return enabled === 0 ? 'quiet' : 'warning';
}
