export interface ChatLink {
  readonly name: string;
  readonly address: string;
}

/** Reads the option's JSON, a list of objects with one name each; undefined when it is something else. */
export function readChats(text: string): ChatLink[] | undefined {
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value) || !value.every(isNamed)) return undefined;
    return value.flatMap((entry) => Object.entries(entry).map(([name, address]) => ({ name, address })));
  } catch {
    return undefined;
  }
}

export function writeChats(links: readonly ChatLink[]): string {
  return JSON.stringify(
    links.map(({ name, address }) => Object.fromEntries([[name, address]])),
    null,
    2,
  );
}

function isNamed(entry: unknown): entry is Record<string, string> {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    !Array.isArray(entry) &&
    Object.values(entry).every((address) => typeof address === 'string')
  );
}
