import { RightOutlined } from '@ant-design/icons';
import { Link, type To } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import { tabs } from '../fields/tabs.ts';
import styles from './settings-menu.module.css';

/** All settings as a list of entries, where tabs do not fit. */
export function SettingsMenu() {
  const t = useText();
  return (
    <nav className={styles.groups} aria-label={t('settings:title')}>
      <ul className={styles.list}>
        <Entry to="?tab=personal" title={t('settings:personal')} />
      </ul>
      {tabs.map((tab) => (
        <section key={tab.id}>
          <h2 className={styles.title}>{t(tab.title)}</h2>
          <ul className={styles.list}>
            {tab.sections.map(({ id, title }) => (
              <Entry key={id} to={{ search: `?tab=${tab.id}`, hash: id }} title={t(title)} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Entry({ to, title }: { to: To; title: string }) {
  return (
    <li>
      <Link to={to} className={styles.entry}>
        {title}
        <RightOutlined className={styles.arrow ?? ''} aria-hidden="true" />
      </Link>
    </li>
  );
}
