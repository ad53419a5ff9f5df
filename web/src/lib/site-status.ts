import useSWR from 'swr';
import type { QuotaDisplay } from './quota.ts';

/** Public facts about the site: GET /api/status. Fields this slice does not read are left out. */
export interface SiteStatus {
  readonly system_name: string;
  readonly logo: string;
  readonly server_address: string;
  readonly quota_per_unit: number;
  readonly display_in_currency: boolean;
  readonly version?: string;
}

const storedFields = ['system_name', 'logo', 'server_address', 'quota_per_unit', 'display_in_currency'] as const;

function remember(status: SiteStatus): void {
  for (const field of storedFields) localStorage.setItem(field, String(status[field] ?? ''));
}

function remembered(): SiteStatus {
  return {
    system_name: localStorage.getItem('system_name') || 'Switchyard',
    logo: localStorage.getItem('logo') || '/logo.png',
    server_address: localStorage.getItem('server_address') ?? '',
    quota_per_unit: Number(localStorage.getItem('quota_per_unit')) || 500_000,
    display_in_currency: localStorage.getItem('display_in_currency') !== 'false',
  };
}

/** The site's status; what the last visit knew until the answer arrives. */
export function useSiteStatus(): SiteStatus {
  const { data } = useSWR<SiteStatus>('/api/status', { onSuccess: remember, dedupingInterval: 60_000 });
  const known = remembered();
  if (data === undefined) return known;
  return { ...data, system_name: data.system_name || 'Switchyard', logo: data.logo || '/logo.png' };
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
