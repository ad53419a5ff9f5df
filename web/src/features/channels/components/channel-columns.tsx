import type { TableProps } from 'antd';
import { Quota } from '../../../components/quota.tsx';
import { type Translate, useText } from '../../../lib/i18n.ts';
import type { Channel } from '../api.ts';
import type { ChannelActions } from '../use-channel-actions.ts';
import { ChannelBalance, ChannelGroups, ChannelModels, ChannelName } from './channel-cells.tsx';
import styles from './channel-columns.module.css';
import { ChannelStatus } from './channel-status.tsx';
import { InlineNumber } from './inline-number.tsx';
import { ResponseTime } from './response-time.tsx';
import { RowMenu } from './row-menu.tsx';
import { TestMenu } from './test-menu.tsx';

export const LEAST_PRIORITY = -999;

export interface ChannelRowProps {
  readonly channel: Channel;
  readonly typeLabel: string;
  readonly actions: ChannelActions;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
}

export function channelColumns(
  t: Translate,
  rowProps: (channel: Channel) => ChannelRowProps,
): NonNullable<TableProps<Channel>['columns']> {
  return [
    {
      key: 'name',
      title: t('channels:column.name'),
      render: (_, channel) => <ChannelName {...rowProps(channel)} />,
    },
    { key: 'status', title: t('channels:column.status'), render: (_, channel) => <ChannelStatus channel={channel} /> },
    {
      key: 'groups',
      title: t('channels:column.groups'),
      render: (_, channel) => <ChannelGroups group={channel.group} />,
    },
    {
      key: 'models',
      title: t('channels:column.models'),
      render: (_, channel) => <ChannelModels models={channel.models} />,
    },
    {
      key: 'priority',
      title: t('channels:column.priority'),
      render: (_, channel) => <Priority {...rowProps(channel)} />,
    },
    { key: 'weight', title: t('channels:column.weight'), render: (_, channel) => <Weight {...rowProps(channel)} /> },
    {
      key: 'used',
      title: t('channels:column.used'),
      align: 'end',
      render: (_, channel) => (
        <div className={styles.figures}>
          <Quota value={channel.used_quota} />
          {channel.balance_updated_time > 0 && (
            <span className={styles.balance}>
              {t('channels:column.balance')} <ChannelBalance channel={channel} />
            </span>
          )}
        </div>
      ),
    },
    {
      key: 'responseTime',
      title: t('channels:column.responseTime'),
      render: (_, channel) => <ResponseTime milliseconds={channel.response_time} testedAt={channel.test_time} />,
    },
    {
      key: 'actions',
      title: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      render: (_, channel) => (
        <span className={styles.actions}>
          <ChannelTools {...rowProps(channel)} />
        </span>
      ),
    },
  ];
}

export function Priority({ channel, actions }: ChannelRowProps) {
  const t = useText();
  return (
    <InlineNumber
      label={t('channels:priorityOf', { name: channel.name })}
      value={channel.priority}
      min={LEAST_PRIORITY}
      onSave={(priority) => actions.change(channel, { priority })}
    />
  );
}

export function Weight({ channel, actions }: ChannelRowProps) {
  const t = useText();
  return (
    <InlineNumber
      label={t('channels:weightOf', { name: channel.name })}
      value={channel.weight}
      min={0}
      onSave={(weight) => actions.change(channel, { weight })}
    />
  );
}

export function ChannelTools({ channel, actions, onEdit, onCopy }: ChannelRowProps) {
  return (
    <>
      <TestMenu
        channel={channel}
        busy={actions.testing.has(channel.id)}
        onTest={(model) => actions.test(channel, model)}
      />
      <RowMenu
        channel={channel}
        onEdit={onEdit}
        onCopy={onCopy}
        onToggle={() => actions.toggle(channel)}
        onDelete={() => actions.remove(channel)}
      />
    </>
  );
}
