import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { readSession } from '../../auth/guard.ts';
import type { Context } from '../../context.ts';
import { usableGroups } from '../groups/groups.ts';
import { priceList } from './price-list.ts';
import { Pricing } from './schema.ts';

/**
 * The price list. Public: visitors see what the groups open to everybody cost, who is signed in also their own groups.
 * Groups that neither names, and models that only those reach, are the operator's matter.
 */
export function pricingRoutes(context: Context): FastifyPluginAsyncTypebox {
  const readList = priceList(context);

  return async (app) => {
    app.get('/', { config: { access: 'public' }, schema: { response: Pricing } }, async (request) => {
      const user = await readSession(request, context);
      const groups = usableGroups(await context.options.read(), user?.group ?? '');
      const entries = (await readList()).flatMap((entry) => {
        const reached = entry.enable_groups.filter((group) => groups.has(group));
        return reached.length > 0 ? [{ ...entry, enable_groups: reached }] : [];
      });
      return {
        success: true,
        message: '',
        data: entries,
        group_ratio: Object.fromEntries([...groups].map(([name, { ratio }]) => [name, ratio])),
        usable_group: Object.fromEntries([...groups].map(([name, { desc }]) => [name, desc])),
      };
    });
  };
}
