/** The groups of a user, names separated by commas, in the order in which the administrator chose them. */
export function chosenGroups(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The group of keys that have none of their own. */
export function firstGroup(text: string): string {
  return chosenGroups(text)[0] ?? '';
}

/** The groups as they are shown: in order of the alphabet. */
export function splitGroups(text: string): string[] {
  return chosenGroups(text).sort();
}

export type GroupRank = 'first' | 'second' | 'plain';

const ranks: Readonly<Record<string, GroupRank>> = { vip: 'first', pro: 'first', svip: 'second', premium: 'second' };

/** Which of three colours a group's badge has. */
export function groupRank(name: string): GroupRank {
  return Object.hasOwn(ranks, name) ? (ranks[name] ?? 'plain') : 'plain';
}
