import { Collapse } from 'antd';
import { GroupBadges } from '../../../components/group-badges.tsx';
import { Quota } from '../../../components/quota.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { useText } from '../../../lib/i18n.ts';
import { ChannelCard } from './channel-card.tsx';
import { Models } from './channel-cells.tsx';
import type { ChannelRowProps, TagRowProps } from './channel-columns.tsx';
import styles from './tag-card.module.css';
import { TagBalances, TagName, TagStatus } from './tag-cells.tsx';
import { TagTools } from './tag-tools.tsx';

/** A tag on a phone, with its channels folded below. */
export function TagCard(props: TagRowProps & { ofChannel: (channel: ChannelRowProps['channel']) => ChannelRowProps }) {
  const t = useText();
  const { row, ofChannel } = props;
  return (
    <RecordCard
      title={<TagName row={row} />}
      actions={<TagTools {...props} />}
      facts={[
        { label: t('channels:column.status'), value: <TagStatus row={row} /> },
        { label: t('channels:column.groups'), value: <GroupBadges groups={row.groups.join(',')} /> },
        { label: t('channels:column.models'), value: <Models names={row.models} /> },
        { label: t('channels:column.used'), value: <Quota value={row.usedQuota} /> },
        { label: t('channels:column.balance'), value: <TagBalances row={row} /> },
      ]}
    >
      <Collapse
        ghost
        size="small"
        className={styles.channels ?? ''}
        items={[
          {
            key: 'channels',
            label: t('channels:tag.show'),
            children: (
              <ul className={styles.list}>
                {row.children.map((channel) => (
                  <li key={channel.id}>
                    <ChannelCard {...ofChannel(channel)} />
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </RecordCard>
  );
}
