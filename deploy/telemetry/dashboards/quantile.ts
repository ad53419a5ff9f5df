/** The value that `share` of the observations of a histogram stay below, over five minutes, by these labels. */
export function quantile(share: number, histogram: string, ...labels: readonly string[]): string {
  return `histogram_quantile(${share}, sum by (${['le', ...labels].join(', ')}) (rate(${histogram}_bucket[5m])))`;
}
