import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { paymentOptions, paymentSecrets } from '@switchyard/contracts';
import { rootRole } from '../auth/roles.ts';
import type { Context } from '../context.ts';
import { answer, answerOf } from '../http/answer.ts';
import { listOptions } from '../resources/options/list.ts';
import { offer } from './offer.ts';
import { KeyValues } from './schema.ts';

/** What can be paid with: for buyers, and with all settings for root. */
export function offerRoutes(context: Context): FastifyPluginAsyncTypebox {
  const schema = { response: answerOf(KeyValues) };

  return async (app) => {
    app.get('/payment-enabled', { config: { access: 'user' }, schema }, async () => answer(await offer(context)));

    // Only root may read the settings themselves; other administrators see what buyers see.
    app.get('/option/payment', { config: { access: 'admin' }, schema }, async ({ user }) => {
      if (user.role < rootRole) return answer(await offer(context));
      const all = await listOptions(context.db, user.role);
      return answer(all.filter(({ key }) => key in paymentOptions || key in paymentSecrets));
    });
  };
}
