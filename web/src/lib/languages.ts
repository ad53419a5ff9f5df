export type Language = 'en' | 'ar' | 'ja' | 'zh' | 'zh-HK';

export const fallbackLanguage: Language = 'zh';

/** Order of the language menu; every name in its own language. */
export const languages: readonly { readonly code: Language; readonly name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'ar', name: 'العربية' },
  { code: 'ja', name: '日本語' },
  { code: 'zh', name: '简体中文' },
  { code: 'zh-HK', name: '繁體中文' },
];

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language.code === value);
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
