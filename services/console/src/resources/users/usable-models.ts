import type { Context } from '../../context.ts';
import { usableGroups } from '../groups/groups.ts';

/** Names of the models that a user reaches through any usable group. */
export async function usableModels(context: Context, ownGroup: string): Promise<string[]> {
  const groups = [...usableGroups(await context.options.read(), ownGroup).keys()];
  if (groups.length === 0) return [];
  const rows = await context.db
    .selectFrom('abilities')
    .select('model')
    .distinct()
    .where('group', 'in', groups)
    .where('enabled', '=', true)
    .orderBy('model')
    .execute();
  return rows.map(({ model }) => model);
}
