import { ApiError } from './http.ts';
import { serverText, type Translate } from './i18n.ts';

/** What to tell the person about an error. */
export function failureText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 405) return t('common:error.noServer');
  if (error.status === 0) return t('common:error.unreachable');
  if (error.message !== '') return serverText(error.message);
  if (error.status === 429) return t('common:error.tooMany');
  return error.status >= 500 ? t('common:error.server') : t('common:error.unknown');
}
