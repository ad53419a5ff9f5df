import type { ReactNode } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { WelcomeChecklist } from '../components/welcome-checklist.tsx';
import styles from './welcome-page.module.css';

/** The first steps, also for those who have put them away. `samples` shows how clients are set up. */
export function WelcomePage({ samples }: { samples?: ReactNode }) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('welcome:title')} description={t('welcome:text')} />
      <div className={styles.parts}>
        <WelcomeChecklist always />
        {samples !== undefined && <Panel title={t('welcome:clients')}>{samples}</Panel>}
      </div>
    </>
  );
}
