import { GlobalOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { chooseLanguage } from '../lib/choose-language.ts';
import { useLanguage, useText } from '../lib/i18n.ts';
import { isLanguage, languages } from '../lib/languages.ts';

/** Chooses the console's language; every language is named in itself. */
export function LanguageMenu() {
  const t = useText();
  const language = useLanguage();
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: languages.map(({ code, name }) => ({ key: code, label: <span lang={code}>{name}</span> })),
        selectable: true,
        selectedKeys: [language],
        onClick: ({ key }) => {
          if (isLanguage(key)) void chooseLanguage(key);
        },
      }}
    >
      <Button type="text" icon={<GlobalOutlined />} aria-label={t('common:language')} title={t('common:language')} />
    </Dropdown>
  );
}
