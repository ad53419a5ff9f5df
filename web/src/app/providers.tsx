import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { type ReactNode, useEffect, useState } from 'react';
import { SWRConfig } from 'swr';
import { load } from '../lib/http.ts';
import { useLanguage } from '../lib/i18n.ts';
import { directionOf, type Language } from '../lib/languages.ts';
import { useThemeMode } from '../lib/theme-mode.ts';
import { useIsNarrow } from '../lib/use-media-query.ts';
import { themeOf } from './theme.ts';
import { loadWidgetLocale } from './widget-locale.ts';

/** antd's and dayjs' own words, following the language. */
function useWidgetLocale(language: Language, first: Locale): Locale {
  const [locale, setLocale] = useState(first);
  useEffect(() => {
    let current = true;
    void loadWidgetLocale(language).then((loaded) => {
      if (current) setLocale(loaded);
    });
    return () => {
      current = false;
    };
  }, [language]);
  return locale;
}

/** Theme, language, direction and data cache for everything below. */
export function Providers({ locale: first, children }: { readonly locale: Locale; readonly children: ReactNode }) {
  const language = useLanguage();
  const mode = useThemeMode();
  const isNarrow = useIsNarrow();
  const locale = useWidgetLocale(language, first);
  return (
    <ConfigProvider
      theme={themeOf(mode, isNarrow)}
      direction={directionOf(language)}
      button={{ autoInsertSpace: false }}
      locale={locale}
    >
      <SWRConfig value={{ fetcher: load, revalidateOnFocus: false, shouldRetryOnError: false, keepPreviousData: true }}>
        {children}
      </SWRConfig>
    </ConfigProvider>
  );
}
