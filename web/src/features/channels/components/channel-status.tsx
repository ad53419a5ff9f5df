import { Popover, Switch } from 'antd';
import { Moment } from '../../../components/moment.tsx';
import { serverText, useText } from '../../../lib/i18n.ts';
import { parseJsonObject } from '../../../lib/json-text.ts';
import { type Channel, channelStatus } from '../api.ts';
import type { ChannelActions } from '../use-channel-actions.ts';
import styles from './channel-status.module.css';

/** A switch with the state in words; for a channel that the system switched off also why and when. */
export function ChannelStatus({ channel, actions }: { channel: Channel; actions: ChannelActions }) {
  const t = useText();
  const enabled = channel.status === channelStatus.enabled;
  return (
    <span className={styles.status}>
      <Switch
        size="small"
        checked={enabled}
        onChange={() => actions.toggle(channel)}
        aria-label={t('channels:toggle', { name: channel.name })}
      />
      {channel.status === channelStatus.autoDisabled ? (
        <AutoDisabled channel={channel} />
      ) : (
        <span className={enabled ? '' : 'quiet'}>
          {enabled ? t('channels:status.enabled') : t('channels:status.disabled')}
        </span>
      )}
    </span>
  );
}

function AutoDisabled({ channel }: { channel: Channel }) {
  const t = useText();
  const since = Number(parseJsonObject(channel.other_info)?.status_time ?? 0);
  return (
    <Popover
      trigger={['hover', 'focus']}
      title={t('channels:status.why')}
      content={
        <div className={styles.reason}>
          <p dir="auto">{serverText(channel.status_reason) || t('channels:status.noReason')}</p>
          {since > 0 && (
            <p className="quiet">
              {t('channels:status.since')} <Moment seconds={since} />
            </p>
          )}
        </div>
      }
    >
      <button type="button" className={styles.why}>
        {t('channels:status.autoDisabled')}
      </button>
    </Popover>
  );
}
