import { SearchOutlined } from '@ant-design/icons';
import { AutoComplete, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import { findSettings } from '../find-settings.ts';
import styles from './settings-search.module.css';

/** Finds a setting by its name, its explanation or its key, and goes there. */
export function SettingsSearch() {
  const t = useText();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const found = findSettings(words, t);
  const options = found.map(({ tab, section, field }) => ({
    value: field.key,
    tab: tab.id,
    label: (
      <span className={styles.option}>
        <span>{t(field.label)}</span>
        <span className={`code ${styles.key}`}>{field.key}</span>
        <span className={styles.place}>
          {t(tab.title)} · {t(section.title)}
        </span>
      </span>
    ),
  }));
  return (
    <AutoComplete
      className={styles.search ?? ''}
      value={words}
      options={options}
      popupMatchSelectWidth={360}
      defaultActiveFirstOption
      {...(words.trim() === '' ? {} : { notFoundContent: t('settings:find.none') })}
      onChange={setWords}
      onSelect={(key: string, { tab }: { tab: string }) => {
        setWords('');
        void navigate({ search: `?tab=${tab}`, hash: key });
      }}
    >
      <Input
        type="search"
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder={t('settings:find.placeholder')}
        aria-label={t('settings:find.placeholder')}
        allowClear
      />
    </AutoComplete>
  );
}
