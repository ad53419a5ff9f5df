import { ApiOutlined } from '@ant-design/icons';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../components/button-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { serverText, type TextKey, type Translate, useText } from '../../../lib/i18n.ts';
import { type Health, useChannelHealth } from '../api.ts';
import { marginShareOf, successOf } from '../compare.ts';
import type { DashboardQuery } from '../dashboard-query.ts';
import { causeText } from './causes.ts';
import styles from './channel-health.module.css';
import { stateOf } from './chart-state.ts';
import { type FigureText, useFigureText } from './use-figure-text.ts';

/** How the channels did: in trouble first, each with a link to its editor and to its failures in the log. */
export function ChannelHealth({ query }: { query: DashboardQuery }) {
  const t = useText();
  const text = useFigureText();
  const call = useChannelHealth(query);
  const columns = columnsOf(t, text).filter(({ key }) => query.username === '' || !ofEverybody.has(key));
  return (
    <div className={styles.channels}>
      <h2 className={styles.title}>{t('dashboard:channels.title')}</h2>
      <p className={styles.description}>{t('dashboard:channels.text')}</p>
      <RecordList<Health>
        label={t('dashboard:channels.title')}
        rows={call.data}
        rowKey={({ id }) => id}
        columns={columns}
        card={(channel) => (
          <RecordCard
            title={<ChannelLink channel={channel} />}
            actions={<State channel={channel} />}
            facts={columns.slice(2).map(({ title, render }) => ({
              label: String(title),
              value: render?.(undefined, channel, 0) as ReactNode,
            }))}
          />
        )}
        minWidth={980}
        {...stateOf(call)}
        empty={
          <EmptyState
            icon={<ApiOutlined />}
            title={t('dashboard:channels.none')}
            description={t('dashboard:channels.noneText')}
            action={<ButtonLink to="/channel/add">{t('dashboard:channels.add')}</ButtonLink>}
          />
        }
      />
    </div>
  );
}

/** Not known of one user. */
const ofEverybody = new Set<unknown>(['latency', 'first-token']);

type Columns = NonNullable<TableProps<Health>['columns']>;

function columnsOf(t: Translate, text: FigureText): Columns {
  const success = ({ served, failed_tries: failed }: Health) => successOf({ count: served + failed, failed });
  return [
    {
      title: t('dashboard:channels.channel'),
      key: 'name',
      render: (_, channel) => <ChannelLink channel={channel} />,
    },
    { title: t('dashboard:channels.state'), key: 'state', render: (_, channel) => <State channel={channel} /> },
    {
      title: t('dashboard:channels.success'),
      key: 'success',
      render: (_, channel) => (
        <span className={styles.pair}>
          <span className="figures">{text.share(success(channel))}</span>
          <span className={styles.small}>
            {t('dashboard:channels.tries', {
              served: text.count(channel.served),
              failed: text.count(channel.failed_tries),
            })}
          </span>
        </span>
      ),
    },
    {
      title: t('dashboard:channels.latency'),
      key: 'latency',
      render: (_, { duration }) => <Times p50={text.time(duration.p50)} p95={text.time(duration.p95)} />,
    },
    {
      title: t('dashboard:channels.firstToken'),
      key: 'first-token',
      render: (_, { first_byte: firstByte }) => <Times p50={text.time(firstByte.p50)} p95={text.time(firstByte.p95)} />,
    },
    {
      title: t('dashboard:channels.margin'),
      key: 'margin',
      render: (_, channel) => (
        <span className={styles.pair}>
          <span className="figures">{text.spend(channel.quota - channel.cost)}</span>
          <span className={`figures ${styles.small}`}>{text.share(marginShareOf(channel))}</span>
        </span>
      ),
    },
    {
      title: t('dashboard:channels.lastFailure'),
      key: 'failure',
      render: (_, channel) => <LastFailure channel={channel} />,
    },
  ];
}

function ChannelLink({ channel }: { channel: Health }) {
  return (
    <Link to={`/channel/edit/${channel.id}`}>
      <bdi>{channel.name}</bdi>
    </Link>
  );
}

const states: Record<number, { tone: Tone; text: TextKey }> = {
  1: { tone: 'good', text: 'dashboard:channels.on' },
  2: { tone: 'quiet', text: 'dashboard:channels.off' },
  3: { tone: 'bad', text: 'dashboard:channels.offBySystem' },
};

function State({ channel }: { channel: Health }) {
  const t = useText();
  const state = states[channel.status] ?? { tone: 'quiet', text: 'dashboard:channels.off' };
  return (
    <span className={styles.pair}>
      <StatusDot tone={state.tone}>{t(state.text)}</StatusDot>
      {channel.status === 3 && channel.status_reason !== '' && (
        <span className={styles.reason} title={serverText(channel.status_reason)}>
          <bdi>{serverText(channel.status_reason)}</bdi>
        </span>
      )}
    </span>
  );
}

function Times({ p50, p95 }: { p50: string; p95: string }) {
  return (
    <span className={styles.pair}>
      <span className="figures">{p50}</span>
      <span className={`figures ${styles.small}`}>p95 {p95}</span>
    </span>
  );
}

function LastFailure({ channel }: { channel: Health }) {
  const t = useText();
  if (channel.last_failure_time === 0) return <span className="quiet">{t('dashboard:channels.noFailure')}</span>;
  return (
    <span className={styles.pair}>
      {t(causeText(channel.last_failure_cause))}
      <span className={styles.small}>
        <Moment seconds={channel.last_failure_time} age />
      </span>
    </span>
  );
}
