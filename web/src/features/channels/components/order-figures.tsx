import { useText } from '../../../lib/i18n.ts';
import { type Channel, LEAST_PRIORITY } from '../api.ts';
import type { ChannelActions } from '../use-channel-actions.ts';
import { InlineNumber } from './inline-number.tsx';

interface OrderFigureProps {
  readonly channel: Channel;
  readonly actions: ChannelActions;
}

export function Priority({ channel, actions }: OrderFigureProps) {
  const t = useText();
  return (
    <InlineNumber
      label={t('channels:priorityOf', { name: channel.name })}
      value={channel.priority}
      min={LEAST_PRIORITY}
      onSave={(priority) => actions.setPriority(channel, priority)}
    />
  );
}

export function Weight({ channel, actions }: OrderFigureProps) {
  const t = useText();
  return (
    <InlineNumber
      label={t('channels:weightOf', { name: channel.name })}
      value={channel.weight}
      min={0}
      onSave={(weight) => actions.setWeight(channel, weight)}
    />
  );
}
