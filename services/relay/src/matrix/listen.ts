const patienceMs = 10_000;

/** A `fetch` for one question that remembers what the gateway said beside its answers. */
export interface Listener {
  readonly fetch: typeof fetch;
  /** The first refusal's status; 200 when there was none. */
  status(): number;
  /** What was said to be left out. */
  warnings(): string;
}

export function listen(): Listener {
  const responses: Response[] = [];
  return {
    async fetch(input, init) {
      const patience = AbortSignal.timeout(patienceMs);
      const signal = init?.signal ? AbortSignal.any([init.signal, patience]) : patience;
      const response = await fetch(input, { ...init, signal });
      responses.push(response);
      return response;
    },
    status: () => responses.find(({ ok }) => !ok)?.status ?? 200,
    warnings: () => responses.map(({ headers }) => headers.get('x-switchyard-warning') ?? '').join(' '),
  };
}
