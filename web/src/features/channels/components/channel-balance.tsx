import { SyncOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { Moment } from '../../../components/moment.tsx';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import type { Channel } from '../api.ts';
import { formatBalance } from '../balance.ts';
import type { ChannelActions } from '../use-channel-actions.ts';
import styles from './channel-balance.module.css';

/** What was left on the upstream's account when it was last asked, and a button that asks now. */
export function ChannelBalance({ channel, actions }: { channel: Channel; actions: ChannelActions }) {
  const t = useText();
  const language = useLanguage();
  // Several keys are several accounts; the upstream cannot be asked for one sum.
  if (channel.key_mode !== 'single') return <span className="quiet">—</span>;
  const { balance, balance_currency: unit, balance_updated_time: updated } = channel;
  return (
    <span className={styles.balance}>
      {updated === 0 ? (
        <span className="quiet">{t('channels:balance.unknown')}</span>
      ) : (
        <Tooltip title={<Moment seconds={updated} />}>
          <span className={balance <= 0 ? `figures ${styles.empty}` : 'figures'}>
            {formatBalance(balance, unit, language)}
          </span>
        </Tooltip>
      )}
      <Button
        type="text"
        size="small"
        icon={<SyncOutlined />}
        loading={actions.busy.has(channel.id)}
        onClick={() => actions.readBalance(channel)}
        aria-label={t('channels:balance.update', { name: channel.name })}
        title={t('channels:balance.action')}
      />
    </span>
  );
}
