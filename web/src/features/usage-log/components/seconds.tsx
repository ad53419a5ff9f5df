/** A duration in seconds with two decimals. */
export function Seconds({ milliseconds }: { milliseconds: number }) {
  return <span className="figures">{(milliseconds / 1000).toFixed(2)} s</span>;
}
