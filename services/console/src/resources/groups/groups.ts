import { groupsOf, type Options } from '@switchyard/contracts';

export interface UsableGroup {
  readonly ratio: number;
  readonly desc: string;
}

/**
 * Groups whose prices and channels a user may choose for a key: those open to everybody (option UserUsableGroups) and
 * the user's own (names separated by commas), as far as they have a price factor (option GroupRatio).
 */
export function usableGroups({ GroupRatio, UserUsableGroups }: Options, ownGroup: string): Map<string, UsableGroup> {
  const usable = new Map<string, UsableGroup>();
  for (const name of [...UserUsableGroups.keys(), ...groupsOf(ownGroup)]) {
    const ratio = GroupRatio.get(name);
    // The factor is shown only; charges are computed from its decimal text.
    if (ratio !== undefined) usable.set(name, { ratio: Number(ratio), desc: UserUsableGroups.get(name) ?? name });
  }
  return usable;
}

/** The group of a user's keys that have none of their own: the first, in the order in which the administrator chose them. */
export function firstGroup(ownGroup: string): string {
  return groupsOf(ownGroup)[0] as string;
}
