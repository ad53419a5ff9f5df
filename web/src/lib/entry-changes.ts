export interface EntryChange {
  /** Name inside a JSON value; blank for a plain text or one of its lines. */
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** How two texts differ: entry by entry where both are JSON, line by line where one has lines, else as a whole. */
export function entryChanges(before: string, after: string): EntryChange[] {
  if (before === after) return [];
  const [old, next] = [entriesOf(before), entriesOf(after)];
  if (old !== undefined && next !== undefined) return namedChanges(old, next);
  return `${before}${after}`.includes('\n') ? lineChanges(before, after) : [{ name: '', before, after }];
}

function namedChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): EntryChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({ name, before: before.get(name), after: after.get(name) }));
}

function lineChanges(before: string, after: string): EntryChange[] {
  const [old, next] = [linesOf(before), linesOf(after)];
  return [
    ...[...old].filter((line) => !next.has(line)).map((line) => ({ name: '', before: line, after: undefined })),
    ...[...next].filter((line) => !old.has(line)).map((line) => ({ name: '', before: undefined, after: line })),
  ];
}

function linesOf(text: string): Set<string> {
  return new Set(text.split(/\r?\n/).filter((line) => line.trim() !== ''));
}

/** Leaves of a JSON object or list by their path; undefined for anything else. An empty text is an empty object. */
function entriesOf(text: string): Map<string, string> | undefined {
  if (text.trim() === '') return new Map();
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? new Map(leaves(value, '')) : undefined;
  } catch {
    return undefined;
  }
}

function leaves(value: object, path: string): [string, string][] {
  return Object.entries(value).flatMap(([key, entry]: [string, unknown]): [string, string][] => {
    const name = Array.isArray(value) ? path : path === '' ? key : `${path} · ${key}`;
    if (entry === null || entry === undefined) return [];
    return typeof entry === 'object' ? leaves(entry, name) : [[name, String(entry)]];
  });
}
