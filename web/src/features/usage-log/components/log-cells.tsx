import { DownOutlined, FileSearchOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { Copyable } from '../../../components/copyable.tsx';
import { useText } from '../../../lib/i18n.ts';
import { formatCost } from '../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { formatTime } from '../../../lib/time.ts';
import { type LogRow, logType } from '../api.ts';
import { parseOther } from '../log-other.ts';
import styles from './log-cells.module.css';
import { Seconds } from './seconds.tsx';

/** Rows about requests: they name a key, a model, tokens. */
export function isRequest({ type }: LogRow): boolean {
  return type === logType.consumption || type === logType.failed || type === logType.unknown;
}

/** Time of day above the date; what came while the log was watched says so. */
export function LogTime({ row, fresh = false }: { row: LogRow; fresh?: boolean }) {
  const t = useText();
  const [date, time] = formatTime(row.created_at).split(' ');
  return (
    <time className={styles.two} dateTime={new Date(row.created_at * 1000).toISOString()}>
      <span className={styles.moment}>
        <span className="figures">{time}</span>
        {fresh && <span className={styles.new}>{t('log:live.new')}</span>}
      </span>
      <span className={`figures ${styles.below}`}>{date}</span>
    </time>
  );
}

export function LogToken({ row }: { row: LogRow }) {
  if (!isRequest(row) || row.token_name === '') return <span className="quiet">Null</span>;
  return <Copyable text={row.token_name} plain />;
}

export function LogGroup({ row }: { row: LogRow }) {
  const group = row.group || (parseOther(row.other).group ?? '');
  return group === '' ? <span className="quiet">—</span> : <Tag>{group}</Tag>;
}

export function LogModel({ row }: { row: LogRow }) {
  return row.model_name === '' ? <span className="quiet">—</span> : <Copyable text={row.model_name} />;
}

/** A cell with a quieter line below: whose key, which channel. */
export function Under({ text, children }: { text: string; children: ReactNode }) {
  if (text === '') return children;
  return (
    <div className={styles.two}>
      {children}
      <span className={styles.below}>{text}</span>
    </div>
  );
}

/** Tokens read and written. */
export function LogTokens({ row }: { row: LogRow }) {
  const t = useText();
  return (
    <span className={`figures ${styles.tokens}`}>
      <span title={t('log:tokens.input')}>
        <span className="quiet" aria-hidden="true">
          ↑
        </span>
        {row.prompt_tokens.toLocaleString('en')}
      </span>
      <span title={t('log:tokens.output')}>
        <span className="quiet" aria-hidden="true">
          ↓
        </span>
        {row.completion_tokens.toLocaleString('en')}
      </span>
    </span>
  );
}

export function LogDuration({ row }: { row: LogRow }) {
  return <Seconds milliseconds={row.use_time * 1000} />;
}

/** What a row that is no request is about. */
export function LogContent({ row }: { row: LogRow }) {
  return (
    <span className={styles.content}>
      <bdi>{row.content || '—'}</bdi>
    </span>
  );
}

export function LogCost({ row }: { row: LogRow }) {
  const { quotaPerUnit } = useQuotaDisplay();
  if (!isRequest(row) && row.quota === 0) return <span className="quiet">—</span>;
  return <span className={`figures ${styles.cost}`}>{formatCost(row.quota, quotaPerUnit)}</span>;
}

/** Opens the whole record; nothing for rows that have no name of their own. */
export function RecordButton({ row, onOpen }: { row: LogRow; onOpen: (requestId: string) => void }) {
  const t = useText();
  if (row.request_id === '') return null;
  return (
    <Button
      type="text"
      size="small"
      aria-label={t('log:record.open')}
      title={t('log:record.open')}
      icon={<FileSearchOutlined />}
      onClick={() => onOpen(row.request_id)}
    />
  );
}

export function DetailsToggle({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const t = useText();
  return (
    <Button
      type="text"
      size="small"
      aria-expanded={open}
      aria-label={t('log:details')}
      title={t('log:details')}
      icon={<DownOutlined className={open ? styles.up : styles.down} />}
      onClick={onToggle}
    />
  );
}
