/** Something that took its time and is over. Times in epoch milliseconds. */
export interface Span {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A class of errors when it failed, never a text. */
  readonly errorType?: string | undefined;
}

/** Where spans go. They are told of when they are over, so nothing is carried along while work is done. */
export interface Tracing {
  /**
   * Takes a span. `parent` and the answer are W3C traceparents: a parent that is none begins a new trace, and the answer is undefined
   * when the span is not sampled.
   */
  record(span: Span, parent?: string): string | undefined;
  /** Sends what is left, within seconds. */
  close(): Promise<void>;
}
