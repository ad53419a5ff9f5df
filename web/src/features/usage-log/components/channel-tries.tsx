import { Link } from 'react-router-dom';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { ChannelTry } from '../log-other.ts';
import { tryReason } from '../try-reason.ts';
import styles from './log-details.module.css';
import { Seconds } from './seconds.tsx';

/** The channels asked for one request, in order, and why the next one was. */
export function ChannelTries({ tries }: { tries: readonly ChannelTry[] }) {
  const t = useText();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>{t('log:column.channel')}</th>
          <th>{t('log:try.result')}</th>
          <th>{t('log:column.duration')}</th>
        </tr>
      </thead>
      <tbody>
        {tries.map(({ channelId, status, durationMs }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a channel with several keys is asked more than once
          <tr key={index}>
            <td>
              <Link className="figures" to={`/channel/edit/${channelId}`}>
                #{channelId}
              </Link>
            </td>
            <td>
              <StatusDot tone={status >= 200 && status < 300 ? 'good' : 'bad'}>
                <span className={styles.reason}>
                  {t(tryReason(status))} {status > 0 && <span className="figures quiet">{status}</span>}
                </span>
              </StatusDot>
            </td>
            <td>
              <Seconds milliseconds={durationMs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
