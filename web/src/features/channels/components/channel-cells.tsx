import { Popover, Tag } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import type { Channel } from '../api.ts';
import { splitList } from '../channel-form.ts';
import styles from './channel-cells.module.css';

/** Name with its tag, and the kind of upstream below. */
export function ChannelName({ channel, typeLabel }: { channel: Channel; typeLabel: string }) {
  return (
    <div className={styles.name}>
      <span className={styles.title}>{channel.name}</span>
      <span className={styles.type}>
        <span className="figures">#{channel.id}</span> · {typeLabel}
        {channel.tag !== '' && <Tag>{channel.tag}</Tag>}
      </span>
    </div>
  );
}

export function ChannelGroups({ group }: { group: string }) {
  return (
    <span className={styles.groups}>
      {splitList(group).map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
    </span>
  );
}

/** How many models; the names on hover or focus. */
export function ChannelModels({ models }: { models: string }) {
  const t = useText();
  const names = splitList(models);
  return (
    <Popover
      trigger={['hover', 'focus']}
      content={
        <ul className={styles.models}>
          {names.map((name) => (
            <li key={name} className="code">
              {name}
            </li>
          ))}
        </ul>
      }
    >
      <button type="button" className={styles.count} aria-label={t('channels:modelCount', { count: names.length })}>
        <span className="figures">{names.length}</span>
      </button>
    </Popover>
  );
}

export function ChannelBalance({ channel }: { channel: Channel }) {
  if (channel.balance_updated_time === 0) return <span className="quiet">—</span>;
  return <span className="figures">${channel.balance.toFixed(2)}</span>;
}
