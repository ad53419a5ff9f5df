/** A pattern of LIKE for texts with this part, whose own signs stand for themselves. */
export function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
