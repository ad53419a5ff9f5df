import { Link } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import { useEditing } from '../editing/editing.tsx';
import type { OptionSection, SettingsTab } from '../fields/field.ts';
import styles from './section-nav.module.css';

/** The sections of a tab: which is shown, which are on, and how many settings of each are changed. */
export function SectionNav({ tab, current }: { tab: SettingsTab; current: OptionSection }) {
  const t = useText();
  const { states } = useEditing();
  return (
    <nav aria-label={t('settings:sections', { tab: t(tab.title) })}>
      <ul className={styles.list}>
        {tab.sections.map((section) => {
          const changed = section.fields.filter(({ key }) => states?.get(key)?.changed).length;
          const isOn = section.switch !== undefined && states?.get(section.switch)?.saved === 'true';
          return (
            <li key={section.id}>
              <Link
                to={{ search: `?tab=${tab.id}`, hash: section.id }}
                className={styles.entry}
                aria-current={section === current}
              >
                <span className={styles.title}>{t(section.title)}</span>
                {changed > 0 && (
                  <span className={styles.count}>
                    {changed}
                    <span className="visually-hidden"> {t('settings:changed')}</span>
                  </span>
                )}
                {isOn && <span className={styles.on}>{t('settings:on')}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
