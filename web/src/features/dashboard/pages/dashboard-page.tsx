import { BarChartOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { ButtonLink } from '../../../components/button-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { dataPath, useSummary } from '../api.ts';
import { Charts } from '../components/charts.tsx';
import { PeriodPicker } from '../components/period-picker.tsx';
import { UserSelect } from '../components/user-select.tsx';
import { useDashboardQuery } from '../use-dashboard-query.ts';
import styles from './dashboard-page.module.css';

/** What was used, what it cost, and how well it went. `welcome`: above it, for accounts that have made no request. */
export function DashboardPage({ welcome }: { welcome: ReactNode }) {
  const { enable_data_export: isOn } = useSiteStatus();
  return isOn ? <Dashboard welcome={welcome} /> : <SwitchedOff />;
}

function Dashboard({ welcome }: { welcome: ReactNode }) {
  const t = useText();
  const isAdministrator = useIsAdministrator();
  const { query, buckets, change, showPeriod, advance } = useDashboardQuery();
  const { mutate: revalidate } = useSWRConfig();
  const { data: summary, error, isValidating, mutate } = useSummary(query, isAdministrator);
  const day = summary && dayjs.unix(summary.as_of).format('YYYY-MM-DD');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day moves the periods that move with the clock
  useEffect(advance, [day]);

  return (
    <>
      <PageHeader
        title={t('dashboard:title')}
        description={
          <span aria-live="polite">
            {summary === undefined
              ? t('dashboard:text')
              : t('dashboard:asOf', { time: dayjs.unix(summary.as_of).format('HH:mm') })}
          </span>
        }
        actions={
          <>
            {isAdministrator && <UserSelect username={query.username} onChange={(username) => change({ username })} />}
            <Button
              className={styles.refresh ?? ''}
              icon={<ReloadOutlined spin={isValidating} />}
              aria-label={t('common:refresh')}
              title={t('common:refresh')}
              onClick={() => {
                advance();
                void revalidate((key) => typeof key === 'string' && key.startsWith(dataPath));
              }}
            />
          </>
        }
      />
      <div className={styles.welcome}>{welcome}</div>
      <PeriodPicker query={query} buckets={buckets} onPeriod={showPeriod} onBucket={(bucket) => change({ bucket })} />
      {error !== undefined && summary === undefined ? (
        <div className={styles.failed}>
          <Panel flush>
            <ErrorState error={error} onRetry={() => void mutate()} />
          </Panel>
        </div>
      ) : (
        <Charts
          query={query}
          summary={summary}
          summaryState={{ error, onRetry: () => void mutate(), refreshing: isValidating }}
          isAdministrator={isAdministrator}
          onMeasure={(measure) => change({ measure })}
          onUser={(username) => change({ username })}
          onLonger={() => showPeriod('90d')}
        />
      )}
    </>
  );
}

function SwitchedOff() {
  const t = useText();
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <PageHeader title={t('dashboard:title')} />
      <Panel flush>
        <EmptyState
          icon={<BarChartOutlined />}
          title={t('dashboard:off.title')}
          description={isAdministrator ? t('dashboard:off.administrator') : t('dashboard:off.text')}
          action={
            isAdministrator ? (
              <ButtonLink to="/setting?tab=operation#DataExportEnabled">{t('dashboard:off.settings')}</ButtonLink>
            ) : (
              <ButtonLink to="/log">{t('dashboard:off.log')}</ButtonLink>
            )
          }
        />
      </Panel>
    </>
  );
}
