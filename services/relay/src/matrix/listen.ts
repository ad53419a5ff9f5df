const patienceMs = 10_000;

/** A `fetch` for one question that remembers what the gateway said beside its answers. */
export interface Listener {
  readonly fetch: typeof fetch;
  /** The first refusal's status; 200 when there was none. */
  status(): number;
  /** Bodies of refusals, and what was said to be left out of others. */
  said(): string;
}

export function listen(): Listener {
  const statuses: number[] = [];
  const said: string[] = [];
  return {
    async fetch(input, init) {
      const patience = AbortSignal.timeout(patienceMs);
      const signal = init?.signal ? AbortSignal.any([init.signal, patience]) : patience;
      const response = await fetch(input, { ...init, signal });
      statuses.push(response.status);
      said.push(response.ok ? (response.headers.get('x-switchyard-warning') ?? '') : await response.clone().text());
      return response;
    },
    status: () => statuses.find((status) => status !== 200) ?? 200,
    said: () => said.join(' '),
  };
}
