import { parseJsonObject } from '../../lib/json-text.ts';

/** The three options that are about groups, as JSON texts. */
export const groupKeys = ['GroupRatio', 'UserUsableGroups', 'TopupGroupRatio'] as const;
export type GroupTexts = Readonly<Record<(typeof groupKeys)[number], string>>;

/** Others fall back to it: it cannot be left out. */
export const defaultGroup = 'default';

export interface GroupRow {
  readonly name: string;
  /** Price factor; undefined where the group is only named elsewhere. */
  readonly ratio: string | undefined;
  /** What users read when they choose it; undefined when they cannot. */
  readonly description: string | undefined;
  /** Price factor of top-ups; undefined counts as 1. */
  readonly topUpRatio: string | undefined;
}

/**
 * All groups of the three options, the default one first, then those that are listed, in their places and whether an option
 * names them or not; undefined when one of the options is no JSON object.
 */
export function readGroups(texts: GroupTexts, listed: readonly string[] = []): GroupRow[] | undefined {
  const [ratios, usable, topUps] = groupKeys.map((key) => parseJsonObject(texts[key]));
  if (ratios === undefined || usable === undefined || topUps === undefined) return undefined;
  const names = [...new Set([defaultGroup, ...listed, ...[ratios, usable, topUps].flatMap(Object.keys)])];
  return names.map((name) => ({
    name,
    ratio: textOf(ratios, name),
    description: textOf(usable, name),
    topUpRatio: textOf(topUps, name),
  }));
}

export function writeGroups(rows: readonly GroupRow[]): GroupTexts {
  return {
    GroupRatio: write(rows, ({ ratio }) => numberOf(ratio)),
    UserUsableGroups: write(rows, ({ description }) => description),
    TopupGroupRatio: write(rows, ({ topUpRatio }) => numberOf(topUpRatio)),
  };
}

function textOf(map: Record<string, unknown>, name: string): string | undefined {
  return Object.hasOwn(map, name) ? String(map[name]) : undefined;
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text);
}

function write(rows: readonly GroupRow[], pick: (row: GroupRow) => string | number | undefined): string {
  const entries = rows.flatMap((row) => {
    const value = pick(row);
    return value === undefined ? [] : [[row.name, value] as const];
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}
