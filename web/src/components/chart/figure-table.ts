/** The figures of a chart as rows: what its table view shows and its file holds. */
export interface FigureTable {
  readonly columns: readonly { readonly title: string; readonly numeric?: boolean }[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly Cell[] }[];
}

export interface Cell {
  /** For people. */
  readonly text: string;
  /** For a file. */
  readonly raw: string | number;
}
