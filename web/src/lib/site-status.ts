import type { SiteStatusView } from '@switchyard/console/calls';
import useSWR, { preload } from 'swr';
import { load } from './http.ts';
import type { QuotaDisplay } from './quota.ts';

/** Public facts about the site: GET /api/status. */
export type SiteStatus = Readonly<SiteStatusView>;

const path = '/api/status';

/** What holds until the first answer. */
const initially: SiteStatus = {
  system_name: 'Switchyard',
  logo: '/logo.png',
  footer_html: '',
  server_address: '',
  seo_title: '',
  seo_description: '',
  seo_keywords: '',
  quota_per_unit: 500_000,
  display_in_currency: true,
  default_collapse_sidebar: false,
  register_enabled: false,
  password_login: true,
  password_register: false,
  password_reset: false,
  email_verification: false,
  passkey_login: false,
  turnstile_check: false,
  turnstile_site_key: '',
  github_oauth: false,
  github_client_id: '',
  linuxdo_oauth: false,
  linuxdo_client_id: '',
  wechat_login: false,
  wechat_qrcode: '',
  telegram_oauth: false,
  telegram_bot_name: '',
  oidc_enabled: false,
  oidc_name: '',
  enable_drawing: true,
  enable_task: true,
  mj_notify_enabled: false,
  enable_data_export: true,
  data_export_default_time: 'hour',
  data_export_interval: 5,
  chat_link: '',
  chat_link2: '',
  chats: [],
  price: 7.3,
  min_topup: 1,
  top_up_link: '',
  version: '',
  start_time: 0,
};

let last: SiteStatus | undefined;

/** Keeps each field under its own name, as texts. */
function remember(answer: SiteStatus): SiteStatus {
  last = {
    ...answer,
    system_name: answer.system_name || initially.system_name,
    logo: answer.logo || initially.logo,
  };
  for (const [field, value] of Object.entries(last)) {
    localStorage.setItem(field, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return last;
}

function remembered(): SiteStatus {
  last ??= Object.fromEntries(
    Object.entries(initially).map(([field, value]) => [field, storedOr(field, value)]),
  ) as SiteStatus;
  return last;
}

function storedOr(field: string, initial: unknown): unknown {
  const text = localStorage.getItem(field);
  if (text === null || typeof initial === 'string') return text ?? initial;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial) ? value : initial;
  } catch {
    return initial;
  }
}

/** The site's status as it is now. */
export async function readSiteStatus(): Promise<SiteStatus> {
  return remember(await load<SiteStatus>(path));
}

/** Asks ahead of the first frame; resolves at once, except on the first visit, which has nothing to show meanwhile. */
export async function askSiteStatus(): Promise<void> {
  const asked = preload(path, readSiteStatus);
  if (localStorage.getItem('system_name') === null) await asked.catch(() => undefined);
}

/** The site's status; what the last visit knew until the answer arrives. */
export function useSiteStatus(): SiteStatus {
  const { data } = useSWR<SiteStatus>(path, readSiteStatus, { dedupingInterval: 60_000 });
  return data ?? remembered();
}

export function useQuotaDisplay(): QuotaDisplay {
  const status = useSiteStatus();
  return { quotaPerUnit: status.quota_per_unit, inCurrency: status.display_in_currency };
}

/** Where clients send their requests, without a trailing slash. */
export function useServerAddress(): string {
  const { server_address: address } = useSiteStatus();
  return (address || window.location.origin).replace(/\/+$/, '');
}
