import { GroupBadges } from '../../../components/group-badges.tsx';
import { Quota } from '../../../components/quota.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { useText } from '../../../lib/i18n.ts';
import { splitList } from '../channel-form.ts';
import { ChannelBalance } from './channel-balance.tsx';
import { ChannelName, Models } from './channel-cells.tsx';
import type { ChannelRowProps } from './channel-columns.tsx';
import { ChannelStatus } from './channel-status.tsx';
import { ChannelTools } from './channel-tools.tsx';
import { Priority, Weight } from './order-figures.tsx';
import { ResponseTime } from './response-time.tsx';

/** A channel on a phone. */
export function ChannelCard(props: ChannelRowProps) {
  const t = useText();
  const { channel } = props;
  return (
    <RecordCard
      title={<ChannelName {...props} />}
      actions={<ChannelTools {...props} />}
      facts={[
        { label: t('channels:column.status'), value: <ChannelStatus {...props} /> },
        {
          label: t('channels:column.responseTime'),
          value: <ResponseTime milliseconds={channel.response_time} testedAt={channel.test_time} />,
        },
        { label: t('channels:column.groups'), value: <GroupBadges groups={channel.group} /> },
        { label: t('channels:column.models'), value: <Models names={splitList(channel.models)} /> },
        { label: t('channels:column.used'), value: <Quota value={channel.used_quota} /> },
        { label: t('channels:column.balance'), value: <ChannelBalance {...props} /> },
        { label: t('channels:column.priority'), value: <Priority {...props} /> },
        { label: t('channels:column.weight'), value: <Weight {...props} /> },
      ]}
    />
  );
}
