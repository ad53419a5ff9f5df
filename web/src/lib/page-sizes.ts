const SERVER_LIMIT = 100;

/** Multiples of 10 below the total, then the total itself; never more than the server gives at once. */
export function pageSizes(total: number): number[] {
  const most = Math.min(total, SERVER_LIMIT);
  const tens = Array.from({ length: Math.ceil(most / 10) - 1 }, (_, index) => (index + 1) * 10);
  return [...tens, Math.max(10, most)];
}
