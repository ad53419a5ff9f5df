/** Puts items behind others: as arguments of `push` so many as a client may send would not fit on the stack. */
export function append<T>(list: T[], items: readonly T[]): void {
  for (const item of items) list.push(item);
}
