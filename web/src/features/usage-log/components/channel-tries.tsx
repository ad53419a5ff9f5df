import { StatusDot } from '../../../components/status-dot.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { ChannelTry } from '../log-other.ts';
import styles from './log-details.module.css';

/** The channels asked for one request, in order. */
export function ChannelTries({ tries }: { tries: readonly ChannelTry[] }) {
  const t = useText();
  return (
    <div className={styles.tries}>
      <h3 className={styles.title}>{t('log:tries')}</h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('log:column.channel')}</th>
            <th>{t('log:try.status')}</th>
            <th>{t('log:column.duration')}</th>
          </tr>
        </thead>
        <tbody>
          {tries.map(({ channelId, status, durationMs }) => (
            <tr key={channelId}>
              <td>
                <span className="figures">#{channelId}</span>
              </td>
              <td>
                <StatusDot tone={status >= 200 && status < 300 ? 'good' : 'bad'}>
                  <span className="figures">{status === 0 ? t('log:try.none') : status}</span>
                </StatusDot>
              </td>
              <td>
                <span className="figures">{(durationMs / 1000).toFixed(2)} s</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
