/** What a chart needs of the call behind it. */
export interface ChartState {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly refreshing: boolean;
}

interface Call {
  readonly error?: unknown;
  readonly isValidating: boolean;
  readonly mutate: () => Promise<unknown>;
}

export function stateOf({ error, isValidating, mutate }: Call): ChartState {
  return { error, onRetry: () => void mutate(), refreshing: isValidating };
}
