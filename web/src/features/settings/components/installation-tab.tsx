import { useLocation } from 'react-router-dom';
import { useIsNarrow } from '../../../lib/use-media-query.ts';
import { EditingProvider } from '../editing/editing.tsx';
import type { SettingsTab } from '../fields/field.ts';
import { sectionAt } from '../fields/tabs.ts';
import styles from './installation-tab.module.css';
import { SaveBar } from './save-bar.tsx';
import { SectionNav } from './section-nav.tsx';
import { SectionPanel } from './section-panel.tsx';

/** One tab of the installation's settings. The hash of the address names the section, or a setting in it. */
export function InstallationTab({ tab }: { tab: SettingsTab }) {
  const narrow = useIsNarrow();
  const { hash } = useLocation();
  const section = sectionAt(tab, hash.slice(1));
  if (section === undefined) return null;
  const hasNav = !narrow && tab.sections.length > 1;
  return (
    <EditingProvider key={tab.id}>
      <div className={hasNav ? styles.columns : ''}>
        {hasNav && (
          <div className={styles.sections}>
            <SectionNav tab={tab} current={section} />
          </div>
        )}
        <div className={styles.main}>
          <SectionPanel key={section.id} section={section} />
          <SaveBar tab={tab} />
        </div>
      </div>
    </EditingProvider>
  );
}
