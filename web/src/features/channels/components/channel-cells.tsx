import { Popover, Tag } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import type { Channel } from '../api.ts';
import styles from './channel-cells.module.css';

/** Name with its tag, and the kind of upstream below. */
export function ChannelName({ channel, typeLabel }: { channel: Channel; typeLabel: string }) {
  const t = useText();
  return (
    <div className={styles.name}>
      <span className={styles.title}>{channel.name}</span>
      <span className={styles.type}>
        <span className="figures">#{channel.id}</span> · {typeLabel}
        {channel.key_mode !== 'single' && <Tag>{t('channels:severalKeys')}</Tag>}
        {channel.tag !== '' && <Tag color="blue">{channel.tag}</Tag>}
      </span>
    </div>
  );
}

/** How many models; the names on hover or focus. */
export function Models({ names }: { names: readonly string[] }) {
  const t = useText();
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
