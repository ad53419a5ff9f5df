import type { Option } from '@switchyard/console/calls';
import useSWR from 'swr';
import { send } from '../../lib/http.ts';

/** The installation's settings, key and text. Null asks for nothing (not an administrator). */
export function useOptions(enabled: boolean) {
  return useSWR<Option[]>(enabled ? '/api/option/' : null);
}

export function saveOption(key: string, value: string): Promise<unknown> {
  return send('PUT', '/api/option/', { key, value });
}
