import { Tooltip } from 'antd';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { type Channel, channelStatus } from '../api.ts';

const known: Record<number, { tone: Tone; text: TextKey }> = {
  [channelStatus.enabled]: { tone: 'good', text: 'channels:status.enabled' },
  [channelStatus.disabled]: { tone: 'quiet', text: 'channels:status.disabled' },
  [channelStatus.autoDisabled]: { tone: 'bad', text: 'channels:status.autoDisabled' },
};

/** Status with the reason for an automatic disabling. */
export function ChannelStatus({ channel }: { channel: Channel }) {
  const t = useText();
  const state = known[channel.status] ?? { tone: 'quiet', text: 'channels:status.disabled' };
  const dot = <StatusDot tone={state.tone}>{t(state.text)}</StatusDot>;
  return channel.status_reason === '' ? dot : <Tooltip title={channel.status_reason}>{dot}</Tooltip>;
}
