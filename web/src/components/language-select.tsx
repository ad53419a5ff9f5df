import { GlobalOutlined } from '@ant-design/icons';
import { chooseLanguage } from '../lib/choose-language.ts';
import { useLanguage, useText } from '../lib/i18n.ts';
import { isLanguage, languages } from '../lib/languages.ts';
import styles from './language-select.module.css';

/** The browser's own list of languages, for pages that must stay light; each in its own name. */
export function LanguageSelect() {
  const t = useText();
  const language = useLanguage();
  return (
    <span className={styles.holder}>
      <GlobalOutlined aria-hidden="true" className={styles.icon} />
      <select
        className={styles.select}
        aria-label={t('common:language')}
        value={language}
        onChange={({ target }) => {
          if (isLanguage(target.value)) void chooseLanguage(target.value);
        }}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
