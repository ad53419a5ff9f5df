/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation). */
const faultOfData = /^2[23][0-9A-Z]{3}$/;

/**
 * Whether an error is the fault of what was to be written and will come again however often it is tried. Everything
 * else (no connection, deadlock, full disk, a schema not yet migrated) passes or is mended.
 */
export function isDataFault(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && faultOfData.test(code);
}
