import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '../lib/i18n.ts';
import { setThemeMode, useThemeMode } from '../lib/theme-mode.ts';

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
      onClick={() => setThemeMode(dark ? 'light' : 'dark')}
    />
  );
}
