import { Radio } from 'antd';
import { useId } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { chooseLanguage } from '../../../lib/choose-language.ts';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { type Language, languages } from '../../../lib/languages.ts';
import { themeChoices } from '../../../lib/theme-choices.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../../lib/theme-mode.ts';
import styles from './appearance-section.module.css';

/** Language and theme of the console. */
export function AppearanceSection() {
  const t = useText();
  const language = useLanguage();
  const theme = useThemeChoice();
  const languageId = useId();
  const themeId = useId();
  return (
    <Panel title={t('account:section.appearance')} description={t('account:appearance.text')}>
      <div className={styles.fields}>
        <div>
          <h3 id={languageId} className={styles.label}>
            {t('common:language')}
          </h3>
          <Radio.Group
            aria-labelledby={languageId}
            className={styles.choices ?? ''}
            value={language}
            onChange={({ target }) => void chooseLanguage(target.value as Language)}
            options={languages.map(({ code, name }) => ({ value: code, label: <span lang={code}>{name}</span> }))}
          />
        </div>
        <div>
          <h3 id={themeId} className={styles.label}>
            {t('common:theme')}
          </h3>
          <Radio.Group
            aria-labelledby={themeId}
            className={styles.choices ?? ''}
            value={theme}
            onChange={({ target }) => chooseTheme(target.value as ThemeChoice)}
            options={themeChoices.map(({ choice, text }) => ({ value: choice, label: t(text) }))}
          />
        </div>
      </div>
    </Panel>
  );
}
