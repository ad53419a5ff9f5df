import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useState } from 'react';
import { SWRConfig } from 'swr';
import { load } from '../lib/http.ts';
import { useLanguage } from '../lib/i18n.ts';
import { directionOf, type Language } from '../lib/languages.ts';
import { useThemeMode } from '../lib/theme-mode.ts';
import { themeOf } from './theme.ts';

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

/** antd's and dayjs' own words, loaded with the language. */
function useWidgetLocale(language: Language): Locale | undefined {
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let current = true;
    void Promise.all([antdLocales[language](), dayjsLocales[language]()]).then(([antd]) => {
      if (!current) return;
      dayjs.locale(dayjsNames[language]);
      setLocale(antd.default);
    });
    return () => {
      current = false;
    };
  }, [language]);
  return locale;
}

/** Theme, language, direction and data cache for everything below. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  const mode = useThemeMode();
  const locale = useWidgetLocale(language);
  return (
    <ConfigProvider
      theme={themeOf(mode)}
      direction={directionOf(language)}
      button={{ autoInsertSpace: false }}
      {...(locale === undefined ? {} : { locale })}
    >
      <SWRConfig value={{ fetcher: load, revalidateOnFocus: false, shouldRetryOnError: false, keepPreviousData: true }}>
        {children}
      </SWRConfig>
    </ConfigProvider>
  );
}
