/** A line or a colour of bars. */
export interface Series {
  readonly id: string;
  readonly name: string;
  /** A CSS colour: see palette.ts. */
  readonly color: string;
  /** A dashed line, where two lie close together. */
  readonly dashed?: boolean;
}

/** One stretch of time; null: nothing is known of it. */
export interface Point {
  /** Its begin in unix seconds. */
  readonly at: number;
  readonly values: Readonly<Record<string, number | null>>;
}

/** What a chart's figures are. */
export interface Unit {
  /** For people, in full. */
  readonly text: (value: number) => string;
  /** For an axis, short. */
  readonly tick: (value: number) => string;
  /** Only whole figures are possible, such as of requests. */
  readonly whole?: boolean;
  /** For a file; the figure itself unless said. */
  readonly raw?: (value: number) => string | number;
}
