import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type account from '../locales/zh/account.json';
import type audit from '../locales/zh/audit.json';
import type books from '../locales/zh/books.json';
import type channels from '../locales/zh/channels.json';
import type common from '../locales/zh/common.json';
import type dashboard from '../locales/zh/dashboard.json';
import type entry from '../locales/zh/entry.json';
import type log from '../locales/zh/log.json';
import type orders from '../locales/zh/orders.json';
import type playground from '../locales/zh/playground.json';
import type pricing from '../locales/zh/pricing.json';
import type redemption from '../locales/zh/redemption.json';
import type settings from '../locales/zh/settings.json';
import type shell from '../locales/zh/shell.json';
import type tasks from '../locales/zh/tasks.json';
import type tokens from '../locales/zh/tokens.json';
import type users from '../locales/zh/users.json';
import type wallet from '../locales/zh/wallet.json';
import type welcome from '../locales/zh/welcome.json';
import { isolate } from './isolate.ts';
import { directionOf, fallbackLanguage, isLanguage, type Language } from './languages.ts';
import { type ServerTexts, tellServerText } from './server-text.ts';

type Texts = {
  account: typeof account;
  audit: typeof audit;
  books: typeof books;
  channels: typeof channels;
  common: typeof common;
  dashboard: typeof dashboard;
  entry: typeof entry;
  log: typeof log;
  orders: typeof orders;
  playground: typeof playground;
  pricing: typeof pricing;
  redemption: typeof redemption;
  settings: typeof settings;
  shell: typeof shell;
  welcome: typeof welcome;
  tasks: typeof tasks;
  tokens: typeof tokens;
  users: typeof users;
  wallet: typeof wallet;
};

/** `server`: what the server says, by its sentences; see `serverText`. */
export type TextNamespace = keyof Texts | 'server';

/** A text as `namespace:key`; scripts/check-locales.ts finds uses by this form. */
export type TextKey = { [Name in keyof Texts]: `${Name}:${Extract<keyof Texts[Name], string>}` }[keyof Texts];

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

const storageKey = 'i18nextLng';

const files = import.meta.glob<ResourceKey>('../locales/*/*.json', { import: 'default' });

const lazyFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const file = files[`../locales/${language}/${namespace}.json`];
    // English is what the server says itself.
    if (file === undefined && namespace === 'server') done(null, {});
    else if (file === undefined) done(new Error(`no texts ${language}/${namespace}`), false);
    else {
      file().then(
        (texts) => done(null, texts),
        (error: Error) => done(error, false),
      );
    }
  },
};

/** The language chosen on this device. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(storageKey);
  return isLanguage(stored) ? stored : fallbackLanguage;
}

const started = start();

async function start(): Promise<void> {
  await i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: storedLanguage(),
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      keySeparator: false,
      // React escapes. From right to left a value would be turned around with its sentence: 5$.
      interpolation: { escape: (value: string) => (directionOf(currentLanguage()) === 'rtl' ? isolate(value) : value) },
    });
}

/** Makes a feature's texts available beside the common ones; routes await it beside their code. */
export async function loadTexts(...namespaces: TextNamespace[]): Promise<void> {
  await started;
  await i18next.loadNamespaces(namespaces);
}

/** A sentence of the server in the reader's language; as it came while the texts `server` are not loaded or lack it. */
export function serverText(sentence: string): string {
  return tellServerText(sentence, (i18next.getResourceBundle(currentLanguage(), 'server') as ServerTexts) ?? {});
}

export async function setLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  localStorage.setItem(storageKey, language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : fallbackLanguage;
}

export function useLanguage(): Language {
  useTranslation();
  return currentLanguage();
}

export function useText(): Translate {
  const { t } = useTranslation();
  return useCallback((key, values = {}) => t(key, values), [t]);
}
