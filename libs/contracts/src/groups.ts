/** The groups of a user as they are stored, names separated by commas, in the order in which the administrator chose them. */
export function groupsOf(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}
