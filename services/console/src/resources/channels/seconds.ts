/** Unix seconds; 0 for never. */
export function seconds(time: Date | null): number {
  return time ? Math.floor(time.getTime() / 1000) : 0;
}
