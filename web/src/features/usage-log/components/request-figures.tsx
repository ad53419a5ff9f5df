import type { ReactNode } from 'react';
import { Moment } from '../../../components/moment.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { LogRow } from '../api.ts';
import { isRequest, LogCost, LogDuration, LogGroup, LogToken } from './log-cells.tsx';
import styles from './request-drawer.module.css';

/** What a record is about, in large. */
export function RequestFigures({ row }: { row: LogRow }) {
  const t = useText();
  const figures: (readonly [TextKey, ReactNode])[] = [
    ['log:column.cost', <LogCost key="cost" row={row} />],
    ...(isRequest(row) ? ([['log:column.duration', <LogDuration key="duration" row={row} />]] as const) : []),
    ['log:column.token', <LogToken key="token" row={row} />],
    ['log:column.group', <LogGroup key="group" row={row} />],
    ['log:column.user', row.username],
    ...(row.channel_name ? ([['log:column.channel', `${row.channel_name} #${row.channel}`]] as const) : []),
    ['log:column.time', <Moment key="time" seconds={row.created_at} />],
  ];
  return (
    <dl className={styles.head}>
      {figures
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
