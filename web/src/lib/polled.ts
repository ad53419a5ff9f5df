import type { Revalidator, RevalidatorOptions } from 'swr';

/** What SWR knows of the browser. */
interface Page {
  isVisible(): boolean;
  isOnline(): boolean;
}

/** Keys whose next try is due already: a press of "Try again" meanwhile begins no second row of tries. */
const due = new Set<string>();

/**
 * Options of a hook that reads again by itself after so long, 0: never, and while `isWanted` says so of the newest answer.
 * SWR polls no further after an error, so one failed answer while the server restarts would leave old figures for good:
 * here the call is tried again after the same time.
 */
export function polled<Data = unknown>(intervalMs: number, isWanted?: (latest: Data | undefined) => boolean) {
  return {
    refreshInterval:
      isWanted === undefined ? intervalMs : (latest: Data | undefined) => (isWanted(latest) ? intervalMs : 0),
    shouldRetryOnError: intervalMs > 0,
    onErrorRetry(
      _error: unknown,
      key: string,
      page: Page,
      revalidate: Revalidator,
      options: Required<RevalidatorOptions>,
    ) {
      function wait() {
        due.add(key);
        setTimeout(() => {
          due.delete(key);
          // Nobody looks at a hidden page, and offline no call arrives.
          if (page.isVisible() && page.isOnline()) void revalidate(options);
          else wait();
        }, intervalMs);
      }
      if (!due.has(key)) wait();
    },
  };
}
