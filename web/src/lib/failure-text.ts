import { ApiError } from './http.ts';
import type { Translate } from './i18n.ts';

/** What to tell the person about an error. */
export function failureText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 429) return t('common:error.tooMany');
  if (error.status === 405) return t('common:error.noServer');
  if (error.status === 0) return t('common:error.unreachable');
  if (error.status >= 500) return error.message || t('common:error.server');
  return error.message || t('common:error.unknown');
}
