import type { LogView } from '@switchyard/console/calls';
import { load, type Page, withQuery } from '../../lib/http.ts';

/** Charges reach the log some moments after the answer. */
const looksAfterMs = [700, 1500, 3000, 6000];

/** What a request was charged, from its row of the log; null when there is none yet after ten seconds or so. */
export async function readCharge(requestId: string): Promise<number | null> {
  for (const waitMs of looksAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const path = withQuery('/api/log/self', { request_id: requestId, page_size: 1 });
    const row = (await load<Page<LogView>>(path).catch(() => undefined))?.items[0];
    if (row !== undefined) return row.quota;
  }
  return null;
}
