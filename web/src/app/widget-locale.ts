import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import type { Language } from '../lib/languages.ts';

const antdLocales: Record<Language, () => Promise<{ default: Locale }>> = {
  en: () => import('antd/es/locale/en_US'),
  ar: () => import('antd/es/locale/ar_EG'),
  ja: () => import('antd/es/locale/ja_JP'),
  zh: () => import('antd/es/locale/zh_CN'),
  'zh-HK': () => import('antd/es/locale/zh_HK'),
};

const dayjsLocales: Record<Language, () => Promise<unknown>> = {
  en: () => import('dayjs/locale/en'),
  ar: () => import('dayjs/locale/ar'),
  ja: () => import('dayjs/locale/ja'),
  zh: () => import('dayjs/locale/zh-cn'),
  'zh-HK': () => import('dayjs/locale/zh-hk'),
};

const dayjsNames: Record<Language, string> = { en: 'en', ar: 'ar', ja: 'ja', zh: 'zh-cn', 'zh-HK': 'zh-hk' };

/** Loads antd's texts for a language and switches dayjs to it. */
export async function loadWidgetLocale(language: Language): Promise<Locale> {
  const [antd] = await Promise.all([antdLocales[language](), dayjsLocales[language]()]);
  dayjs.locale(dayjsNames[language]);
  return antd.default;
}
