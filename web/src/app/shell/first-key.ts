import { type ApiKey, keyStatus, revealKey } from '../../lib/api-keys.ts';
import { type Page, send } from '../../lib/http.ts';

/** The newest key that is enabled, as programs send it; undefined: none. A list that cannot be read counts as empty. */
export async function revealFirstKey(): Promise<string | undefined> {
  const page = await send<Page<ApiKey>>('GET', '/api/token/?p=0&size=100').catch(() => undefined);
  const key = page?.items.find(({ status }) => status === keyStatus.enabled);
  return key && revealKey(key.id);
}
