import { useText } from '../../../lib/i18n.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import type { LogRow } from '../api.ts';
import { parseOther } from '../log-other.ts';
import { ChannelTries } from './channel-tries.tsx';
import { CostTable } from './cost-table.tsx';
import { isRequest } from './log-cells.tsx';
import styles from './log-details.module.css';
import { RequestFacts } from './request-facts.tsx';

/** A row at a glance: what it cost and why, how it went, and for administrators which channels were asked. */
export function LogDetails({ row }: { row: LogRow }) {
  const t = useText();
  const administrator = useIsAdministrator();
  const other = parseOther(row.other);
  if (!isRequest(row)) {
    return (
      <p className={styles.content}>
        <bdi>{row.content || '—'}</bdi>
      </p>
    );
  }
  const tries = other.admin_info?.tries ?? [];
  return (
    <div className={styles.details}>
      <section className={styles.section}>
        <h2 className={styles.title}>{t('log:cost.title')}</h2>
        <CostTable row={row} other={other} />
      </section>
      <section className={styles.section}>
        <h2 className={styles.title}>{t('log:course')}</h2>
        <RequestFacts row={row} other={other} />
        {administrator && tries.length > 0 && (
          <div className={styles.tries}>
            <h2 className={styles.title}>{t('log:tries')}</h2>
            <ChannelTries tries={tries} />
          </div>
        )}
      </section>
    </div>
  );
}
