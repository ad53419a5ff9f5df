import { type ThemeConfig, theme } from 'antd';
import type { ThemeMode } from '../lib/theme-mode.ts';

const surfaces = {
  light: {
    colorPrimary: '#3b5bdb',
    colorInfo: '#3b5bdb',
    colorLink: '#3451c7',
    colorSuccess: '#127a52',
    colorSuccessBg: '#e9f7f0',
    colorSuccessBorder: '#b5e0cb',
    colorWarning: '#b86e00',
    colorWarningBg: '#fff7e8',
    colorWarningBorder: '#f3d8a6',
    colorError: '#d6364b',
    colorErrorBg: '#fdeef0',
    colorErrorBorder: '#f5c2c9',
    colorTextBase: '#14171f',
    colorBgLayout: '#f6f7f9',
    colorBgContainer: '#ffffff',
    colorBgElevated: '#ffffff',
    colorBorder: '#d9dde5',
    colorBorderSecondary: '#e8ebf0',
    colorTextSecondary: '#596172',
    colorTextTertiary: '#697182',
    colorTextPlaceholder: '#6e7686',
  },
  dark: {
    colorPrimary: '#5b7cfa',
    colorInfo: '#5b7cfa',
    colorLink: '#aabcff',
    colorSuccess: '#3fb984',
    colorWarning: '#e0a33a',
    colorError: '#ef6a76',
    colorTextBase: '#eceef3',
    colorBgBase: '#0d0f13',
    colorBgLayout: '#0d0f13',
    colorBgContainer: '#14171d',
    colorBgElevated: '#1b1f27',
    colorBorder: '#2f3541',
    colorBorderSecondary: '#232832',
    colorTextSecondary: '#a2aabb',
    colorTextTertiary: '#8991a3',
    colorTextPlaceholder: '#8991a3',
  },
} as const;

/*
 * Off, a dialog is there at once. However short its animation, for a moment it is small and elsewhere, and a click that begins
 * before and ends in that moment is lost. Read once: antd builds the page anew, drafts and all, when it changes.
 */
const motion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** antd's design tokens. All own style sheets use the variables antd derives from them (`--ant-*`). */
export function themeOf(mode: ThemeMode, isNarrow: boolean): ThemeConfig {
  const dark = mode === 'dark';
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'switchyard' },
    hashed: false,
    token: {
      ...surfaces[mode],
      motion,
      fontFamily: 'var(--font-text)',
      fontFamilyCode: 'var(--font-code)',
      borderRadius: 8,
      borderRadiusSM: 6,
      borderRadiusLG: 12,
      // Fingers need more than pointers.
      controlHeight: isNarrow ? 40 : 36,
      controlHeightSM: 28,
      fontWeightStrong: 600,
      wireframe: false,
      boxShadowTertiary: dark ? 'none' : '0 1px 2px rgb(20 23 31 / 5%)',
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
        ...(dark && { defaultHoverColor: surfaces.dark.colorLink, defaultHoverBorderColor: surfaces.dark.colorLink }),
      },
      Table: {
        headerBg: 'transparent',
        headerColor: surfaces[mode].colorTextSecondary,
        headerSplitColor: 'transparent',
        rowHoverBg: dark ? '#181c23' : '#fafbfc',
        cellPaddingBlock: 12,
        cellPaddingInline: 12,
      },
      // Rounder ones are taken for radio buttons.
      Checkbox: { borderRadiusSM: 4 },
      Form: { itemMarginBottom: 22, verticalLabelPadding: '0 0 6px' },
      Tabs: {
        horizontalItemPadding: '10px 2px',
        horizontalItemGutter: 24,
        itemSelectedColor: surfaces[mode].colorLink,
      },
      Tag: { defaultBg: dark ? '#20252e' : '#f1f3f6' },
      Modal: { titleFontSize: 17 },
      // The red of buttons is too dark for words on a raised surface.
      ...(dark && { Dropdown: { colorError: '#f48b95' } }),
      Tooltip: { fontSize: 13 },
    },
  };
}
