/** Keeps a processor that does not answer from being asked about every order. */
export interface Breaker {
  allows(name: string): boolean;
  succeeded(name: string): void;
  failed(name: string): void;
}

const failuresToOpen = 3;
const firstPauseMs = 60_000;
const longestPauseMs = 30 * 60_000;

/**
 * After three failures in a row a name is let alone for a minute, and after each further one for twice as long, half an hour at
 * most; one success ends it.
 */
export function breaker(now: () => number = Date.now): Breaker {
  const failures = new Map<string, { readonly count: number; readonly until: number }>();
  return {
    allows: (name) => (failures.get(name)?.until ?? 0) <= now(),
    succeeded: (name) => void failures.delete(name),
    failed(name) {
      const count = (failures.get(name)?.count ?? 0) + 1;
      const pauseMs = Math.min(firstPauseMs * 2 ** (count - failuresToOpen), longestPauseMs);
      failures.set(name, { count, until: count < failuresToOpen ? 0 : now() + pauseMs });
    },
  };
}
