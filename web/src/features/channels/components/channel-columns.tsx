import type { TableProps } from 'antd';
import { GroupBadges } from '../../../components/group-badges.tsx';
import { Quota } from '../../../components/quota.tsx';
import type { Translate } from '../../../lib/i18n.ts';
import type { Channel } from '../api.ts';
import { splitList } from '../channel-form.ts';
import { isTagRow, type ListRow, type TagRow } from '../tag-rows.ts';
import type { ChannelActions } from '../use-channel-actions.ts';
import { ChannelBalance } from './channel-balance.tsx';
import { ChannelName, Models } from './channel-cells.tsx';
import styles from './channel-columns.module.css';
import { ChannelStatus } from './channel-status.tsx';
import { ChannelTools } from './channel-tools.tsx';
import { Priority, Weight } from './order-figures.tsx';
import { ResponseTime } from './response-time.tsx';
import { CommonFigure, TagBalances, TagName, TagStatus } from './tag-cells.tsx';
import { TagTools } from './tag-tools.tsx';

export interface ChannelRowProps {
  readonly channel: Channel;
  readonly typeLabel: string;
  readonly actions: ChannelActions;
  readonly onEdit: () => void;
  readonly onTest: () => void;
}

export interface TagRowProps {
  readonly row: TagRow;
  readonly actions: ChannelActions;
  readonly onEdit: () => void;
}

type Columns = NonNullable<TableProps<ListRow>['columns']>;

/** Columns of a list in which channels and tags are rows. */
export function channelColumns(
  t: Translate,
  ofChannel: (channel: Channel) => ChannelRowProps,
  ofTag: (row: TagRow) => TagRowProps,
): Columns {
  return [
    {
      key: 'name',
      title: t('channels:column.name'),
      className: styles.first ?? '',
      render: (_, row) => (isTagRow(row) ? <TagName row={row} /> : <ChannelName {...ofChannel(row)} />),
    },
    {
      key: 'status',
      title: t('channels:column.status'),
      render: (_, row) => (isTagRow(row) ? <TagStatus row={row} /> : <ChannelStatus {...ofChannel(row)} />),
    },
    {
      key: 'groups',
      title: t('channels:column.groups'),
      render: (_, row) => <GroupBadges groups={isTagRow(row) ? row.groups.join(',') : row.group} />,
    },
    {
      key: 'models',
      title: t('channels:column.models'),
      render: (_, row) => <Models names={isTagRow(row) ? row.models : splitList(row.models)} />,
    },
    {
      key: 'priority',
      title: t('channels:column.priority'),
      render: (_, row) => (isTagRow(row) ? <CommonFigure value={row.priority} /> : <Priority {...ofChannel(row)} />),
    },
    {
      key: 'weight',
      title: t('channels:column.weight'),
      render: (_, row) => (isTagRow(row) ? <CommonFigure value={row.weight} /> : <Weight {...ofChannel(row)} />),
    },
    {
      key: 'used',
      title: t('channels:column.usedAndBalance'),
      align: 'end',
      render: (_, row) => (
        <div className={styles.figures}>
          <Quota value={isTagRow(row) ? row.usedQuota : row.used_quota} />
          <span className={styles.balance}>
            {isTagRow(row) ? <TagBalances row={row} /> : <ChannelBalance {...ofChannel(row)} />}
          </span>
        </div>
      ),
    },
    {
      key: 'responseTime',
      title: t('channels:column.responseTime'),
      render: (_, row) =>
        isTagRow(row) ? (
          <ResponseTime milliseconds={row.responseTime} testedAt={0} />
        ) : (
          <ResponseTime milliseconds={row.response_time} testedAt={row.test_time} />
        ),
    },
    {
      key: 'actions',
      title: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      render: (_, row) => (
        <span className={styles.actions}>
          {isTagRow(row) ? <TagTools {...ofTag(row)} /> : <ChannelTools {...ofChannel(row)} />}
        </span>
      ),
    },
  ];
}
