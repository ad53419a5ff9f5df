import { type Channel, channelStatus } from './api.ts';
import { splitList } from './channel-form.ts';

/** The channels of one tag on a page, as one row. */
export interface TagRow {
  readonly tag: string;
  readonly children: readonly Channel[];
  readonly enabled: number;
  readonly groups: readonly string[];
  readonly models: readonly string[];
  /** Undefined when they differ. */
  readonly priority: number | undefined;
  readonly weight: number | undefined;
  readonly usedQuota: number;
  /** Mean of those tested, in ms; 0 when none is. */
  readonly responseTime: number;
  /** Sum by currency, of those whose balance is known. */
  readonly balances: readonly { readonly currency: string; readonly amount: number }[];
}

export type ListRow = Channel | TagRow;

export function isTagRow(row: ListRow): row is TagRow {
  return 'children' in row;
}

export function rowKey(row: ListRow): number | string {
  return isTagRow(row) ? `tag ${row.tag}` : row.id;
}

/** Rows of the list by tag: the channels of a tag under it, where its first one stands; the others as they are. */
export function groupByTag(channels: readonly Channel[]): ListRow[] {
  const groups = Map.groupBy(channels, ({ id, tag }) => (tag === '' ? id : `tag ${tag}`));
  return [...groups.values()].flatMap((members): ListRow[] => {
    const [first] = members;
    return first === undefined || first.tag === '' ? members : [sumUp(first.tag, members)];
  });
}

/** Ids of the channels behind chosen rows; a tag stands for all its channels. */
export function idsOf(keys: readonly unknown[], rows: readonly ListRow[]): number[] {
  const chosen = new Set(keys);
  return rows.flatMap((row) => {
    if (!isTagRow(row)) return chosen.has(row.id) ? [row.id] : [];
    const members = row.children.map(({ id }) => id);
    return chosen.has(rowKey(row)) ? members : members.filter((id) => chosen.has(id));
  });
}

function sumUp(tag: string, children: readonly Channel[]): TagRow {
  const tested = children.filter(({ response_time: time }) => time > 0);
  const known = children.filter(({ balance_updated_time: updated }) => updated > 0);
  const byCurrency = Map.groupBy(known, ({ balance_currency: currency }) => currency);
  return {
    tag,
    children,
    enabled: children.filter(({ status }) => status === channelStatus.enabled).length,
    groups: [...new Set(children.flatMap(({ group }) => splitList(group)))],
    models: [...new Set(children.flatMap(({ models }) => splitList(models)))],
    priority: common(children.map(({ priority }) => priority)),
    weight: common(children.map(({ weight }) => weight)),
    usedQuota: sum(children.map(({ used_quota: used }) => used)),
    responseTime:
      tested.length === 0 ? 0 : Math.round(sum(tested.map(({ response_time: time }) => time)) / tested.length),
    balances: [...byCurrency].map(([currency, members]) => ({
      currency,
      amount: sum(members.map(({ balance }) => balance)),
    })),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function common(values: readonly number[]): number | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}
