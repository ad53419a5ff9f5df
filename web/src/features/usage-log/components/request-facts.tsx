import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { Copyable } from '../../../components/copyable.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { LogRow } from '../api.ts';
import type { LogOther } from '../log-other.ts';
import styles from './log-details.module.css';
import { Seconds } from './seconds.tsx';

const endings: Record<NonNullable<LogOther['ended']>, TextKey> = {
  done: 'log:ended.done',
  length: 'log:ended.length',
  filtered: 'log:ended.filtered',
  client_gone: 'log:ended.clientGone',
  upstream_failed: 'log:ended.upstreamFailed',
  timed_out: 'log:ended.timedOut',
  interrupted: 'log:ended.interrupted',
  running: 'log:ended.running',
};

const counters: Record<NonNullable<LogOther['counted']>, TextKey> = {
  upstream: 'log:counted.upstream',
  local: 'log:counted.local',
  none: 'log:counted.none',
};

/** How a request went, and why it failed. */
export function RequestFacts({ row, other }: { row: LogRow; other: LogOther }) {
  const t = useText();
  const ended = other.ended && endings[other.ended];
  const counted = other.counted && counters[other.counted];
  return (
    <>
      {other.error !== undefined && (
        <Alert className={styles.error ?? ''} type="error" title={<bdi>{other.error}</bdi>} />
      )}
      <dl className={styles.facts}>
        <Fact label="log:fact.requestId">{row.request_id !== '' && <Copyable text={row.request_id} />}</Fact>
        <Fact label="log:fact.status">{row.status > 0 && <span className="figures">{row.status}</span>}</Fact>
        <Fact label="log:fact.duration">
          <Seconds milliseconds={row.use_time * 1000} />
        </Fact>
        <Fact label="log:fact.firstByte">{other.frt !== undefined && <Seconds milliseconds={other.frt} />}</Fact>
        <Fact label="log:fact.delivery">{row.is_stream ? t('log:stream') : t('log:whole')}</Fact>
        <Fact label="log:fact.ended">{ended && t(ended)}</Fact>
        <Fact label="log:fact.counted">{counted && t(counted)}</Fact>
        {other.upstream_model_name !== undefined && (
          <Fact label="log:fact.upstreamModel">
            <Copyable text={other.upstream_model_name} />
          </Fact>
        )}
        {row.ip !== '' && (
          <Fact label="log:fact.ip">
            <span className="code">{row.ip}</span>
          </Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: TextKey; children: ReactNode }) {
  const t = useText();
  return (
    <div className={styles.fact}>
      <dt className="quiet">{t(label)}</dt>
      <dd>{children || '—'}</dd>
    </div>
  );
}
