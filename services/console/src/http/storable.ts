/** What is cloned, checked or written level by level would run out of stack. */
const mostLevels = 64;

export function nestsTooDeep(value: unknown, levels = mostLevels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => nestsTooDeep(part, levels - 1));
}

/**
 * Why Postgres could not store a value, or not exactly, as a sentence that begins with the field; undefined when it can. For what
 * does not nest too deep.
 */
export function storageProblem(value: unknown, field = ''): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return `${field} must not contain a NUL.`;
    return value.isWellFormed() ? undefined : `${field} must not contain half of a character.`;
  }
  if (typeof value === 'number') {
    const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
    return isExact ? undefined : `${field} is too large a number.`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const problem = storageProblem(name, field) ?? storageProblem(part, field ? `${field}.${name}` : name);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The same of JSON that stood in a text, however deep it nests. */
export function jsonProblem(value: unknown, field: string): string | undefined {
  return nestsTooDeep(value) ? `${field} has too many levels.` : storageProblem(value, field);
}
