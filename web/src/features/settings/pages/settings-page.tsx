import { LeftOutlined } from '@ant-design/icons';
import { Skeleton, Tabs } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import { useIsNarrow } from '../../../lib/use-media-query.ts';
import { SettingsMenu } from '../components/settings-menu.tsx';
import { SettingsSearch } from '../components/settings-search.tsx';
import { tabs } from '../fields/tabs.ts';
import styles from './settings-page.module.css';

const InstallationTab = lazy(async () => ({
  default: (await import('../components/installation-tab.tsx')).InstallationTab,
}));

/**
 * Personal settings for everybody; the installation's for administrators, as tabs or on phones as a list of entries. The
 * open tab is in the address.
 */
export function SettingsPage({ personal }: { personal: ReactNode }) {
  const t = useText();
  const administrator = useIsAdministrator();
  const narrow = useIsNarrow();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const tab = administrator ? tabs.find(({ id }) => id === wanted) : undefined;
  if (!administrator) {
    return (
      <>
        <PageHeader title={t('settings:title')} />
        {personal}
      </>
    );
  }
  const isMenu = narrow && tab === undefined && wanted !== 'personal';
  return (
    <>
      {/* An open section of the personal tab has a way back of its own. */}
      {narrow && !isMenu && !search.has('section') && (
        <Link to="/setting" className={styles.back}>
          <LeftOutlined className={styles.arrow ?? ''} aria-hidden="true" />
          {t('settings:title')}
        </Link>
      )}
      <PageHeader
        title={narrow && !isMenu ? t(tab?.title ?? 'settings:personal') : t('settings:title')}
        {...(narrow && !isMenu ? {} : { actions: <SettingsSearch /> })}
      />
      {!narrow && (
        <Tabs
          activeKey={tab?.id ?? 'personal'}
          items={[{ id: 'personal', title: 'settings:personal' } as const, ...tabs].map(({ id, title }) => ({
            key: id,
            label: t(title),
          }))}
          onChange={(id) => setSearch(id === 'personal' ? {} : { tab: id })}
        />
      )}
      {isMenu ? (
        <SettingsMenu />
      ) : tab === undefined ? (
        personal
      ) : (
        <Suspense fallback={<Waiting />}>
          <InstallationTab tab={tab} />
        </Suspense>
      )}
    </>
  );
}

function Waiting() {
  return (
    <Panel>
      <Skeleton active paragraph={{ rows: 8 }} />
    </Panel>
  );
}
