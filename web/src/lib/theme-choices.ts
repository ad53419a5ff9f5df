import type { TextKey } from './i18n.ts';
import type { ThemeChoice } from './theme-mode.ts';

export const themeChoices: readonly { readonly choice: ThemeChoice; readonly text: TextKey }[] = [
  { choice: 'light', text: 'common:theme.light' },
  { choice: 'dark', text: 'common:theme.dark' },
  { choice: 'system', text: 'common:theme.system' },
];

export function isThemeChoice(value: string): value is ThemeChoice {
  return themeChoices.some(({ choice }) => choice === value);
}
