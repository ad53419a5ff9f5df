import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '../lib/i18n.ts';
import { isThemeChoice, themeChoices } from '../lib/theme-choices.ts';
import { chooseTheme, useThemeChoice, useThemeMode } from '../lib/theme-mode.ts';

/** Light, dark, or as the device. */
export function ThemeMenu() {
  const t = useText();
  const choice = useThemeChoice();
  const dark = useThemeMode() === 'dark';
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: themeChoices.map((entry) => ({ key: entry.choice, label: t(entry.text) })),
        selectable: true,
        selectedKeys: [choice],
        onClick: ({ key }) => {
          if (isThemeChoice(key)) chooseTheme(key);
        },
      }}
    >
      <Button
        type="text"
        icon={dark ? <MoonOutlined /> : <SunOutlined />}
        aria-label={t('common:theme')}
        title={t('common:theme')}
      />
    </Dropdown>
  );
}
