import { readUsername } from '../../../auth/registration/username.ts';
import type { Context } from '../../../context.ts';
import { Refusal } from '../../../http/answer.ts';
import { omitUndefined } from '../../../omit-undefined.ts';
import { readGroups } from './groups.ts';
import type { HeldUser } from './repository.ts';
import type { UserChange } from './schema.ts';

type Fields = Partial<
  Pick<HeldUser, 'username' | 'display_name' | 'group' | 'rpm_limit' | 'tpm_limit' | 'concurrency_limit'>
>;

/** The columns that change: those that are named and differ from what the user has. */
export async function readFields({ options }: Context, user: HeldUser, change: UserChange): Promise<Fields | Refusal> {
  // What somebody has may be what nobody could choose today.
  const renamed = change.username !== undefined && change.username !== user.username;
  const username = renamed ? readUsername(change.username ?? '') : undefined;
  if (username instanceof Refusal) return username;
  const regrouped = change.group !== undefined && change.group !== user.group;
  const group = regrouped ? readGroups(await options.read(), change.group ?? '') : undefined;
  if (group instanceof Refusal) return group;
  const named: Fields = omitUndefined({
    username,
    display_name: change.display_name?.trim(),
    group,
    rpm_limit: change.rpm_limit,
    tpm_limit: change.tpm_limit,
    concurrency_limit: change.concurrency_limit,
  });
  const differing = Object.entries(named).filter(([name, value]) => user[name as keyof Fields] !== value);
  return Object.fromEntries(differing);
}
