import type { ReactNode } from 'react';
import { Moment } from '../../../components/moment.tsx';
import { useText } from '../../../lib/i18n.ts';
import { formatCost } from '../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { type LogRow, logType } from '../api.ts';
import { type LogOther, lastingOf } from '../log-other.ts';
import { tryReason } from '../try-reason.ts';
import styles from './request-timeline.module.css';
import { Seconds } from './seconds.tsx';

interface RequestTimelineProps {
  readonly row: LogRow;
  readonly other: LogOther;
  /** Rows that gave something back. */
  readonly refunds: readonly LogRow[];
}

/** One request from its arrival to its charge, as far as its row knows. */
export function RequestTimeline({ row, other, refunds }: RequestTimelineProps) {
  const t = useText();
  const { quotaPerUnit } = useQuotaDisplay();
  const { firstMs, wholeMs, tokensPerSecond } = lastingOf(row, other);
  const failed = row.type === logType.failed;
  const tries = other.admin_info?.tries ?? [];
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        <span className={styles.waiting} style={{ flexGrow: firstMs ?? wholeMs }} />
        {firstMs !== undefined && (
          <span className={failed ? styles.failed : styles.streaming} style={{ flexGrow: wholeMs - firstMs }} />
        )}
      </div>
      <ol className={styles.events}>
        <Event offset={<Seconds milliseconds={0} />} title={t('log:event.received')}>
          <Moment seconds={row.created_at} />
        </Event>
        {tries.map(({ channelId, status, durationMs }, index) => (
          <Event
            // biome-ignore lint/suspicious/noArrayIndexKey: a channel with several keys is asked more than once
            key={index}
            bad={status < 200 || status > 299}
            title={t('log:event.channel', { channel: channelId })}
          >
            {t(tryReason(status))} · <Seconds milliseconds={durationMs} />
          </Event>
        ))}
        {firstMs !== undefined && (
          <Event offset={<Seconds milliseconds={firstMs} />} title={t('log:event.firstByte')} />
        )}
        <Event
          bad={failed}
          offset={<Seconds milliseconds={wholeMs} />}
          title={other.ended === 'running' ? t('log:ended.running') : t('log:event.lastByte')}
        >
          {tokensPerSecond !== undefined && t('log:event.speed', { speed: tokensPerSecond.toFixed(1) })}
        </Event>
        <Event title={other.ended === 'running' ? t('log:event.chargedSoFar') : t('log:event.settled')}>
          <span className="figures">{formatCost(row.quota, quotaPerUnit)}</span>
        </Event>
        {refunds.map((refund) => (
          <Event key={refund.id} title={t('log:event.refunded')}>
            <span className="figures">{formatCost(refund.quota, quotaPerUnit)}</span> ·{' '}
            <Moment seconds={refund.created_at} />
          </Event>
        ))}
      </ol>
    </>
  );
}

function Event(props: { offset?: ReactNode; title: string; bad?: boolean; children?: ReactNode }) {
  return (
    <li className={props.bad === true ? `${styles.event} ${styles.bad}` : styles.event}>
      <span className={styles.offset}>{props.offset}</span>
      <span>
        {props.title} <span className={styles.more}>{props.children}</span>
      </span>
    </li>
  );
}
