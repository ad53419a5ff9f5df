import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '../lib/i18n.ts';
import { chooseTheme, useThemeMode } from '../lib/theme-mode.ts';

/** Light or dark, for the pages of visitors. */
export function ThemeToggle() {
  const t = useText();
  const dark = useThemeMode() === 'dark';
  const label = dark ? t('common:theme.toLight') : t('common:theme.toDark');
  return (
    <Button
      type="text"
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    />
  );
}
