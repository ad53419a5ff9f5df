/** Nobody reads or writes more in one request: a greater figure is a fault of the upstream and not believed. */
const mostTokens = 1e8;

/** A number of tokens as an upstream reported it, rounded up; undefined when it cannot be one. */
export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= mostTokens ? Math.ceil(value) : undefined;
}
