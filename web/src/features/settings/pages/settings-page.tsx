import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import { OptionsEditor } from '../components/options-editor.tsx';
import { sections } from '../option-fields.ts';

/** Personal settings for everybody; the installation's for administrators. The open tab is in the address. */
export function SettingsPage({ personal }: { personal: ReactNode }) {
  const t = useText();
  const administrator = useIsAdministrator();
  const [search, setSearch] = useSearchParams();
  const own = { key: 'personal', label: t('settings:personal'), children: personal };
  const installation = sections.map((section) => ({
    key: section.id,
    label: t(section.title),
    children: <OptionsEditor section={section} />,
  }));
  const items = administrator ? [own, ...installation] : [own];
  const wanted = search.get('tab');
  const active = items.find(({ key }) => key === wanted)?.key ?? 'personal';
  return (
    <>
      <PageHeader title={t('settings:title')} />
      {administrator ? (
        <Tabs
          activeKey={active}
          items={items}
          destroyOnHidden
          onChange={(key) => setSearch(key === 'personal' ? {} : { tab: key }, { replace: true })}
        />
      ) : (
        personal
      )}
    </>
  );
}
