import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf } from '../../http/answer.ts';
import { version } from '../../version.ts';

const Status = Type.Object({
  system_name: Type.String(),
  logo: Type.String(),
  footer_html: Type.String(),
  server_address: Type.String(),
  quota_per_unit: Type.Number(),
  display_in_currency: Type.Boolean(),
  default_collapse_sidebar: Type.Boolean(),
  version: Type.String(),
  /** Unix seconds. */
  start_time: Type.Integer(),
});

const startTime = Math.floor(Date.now() / 1000);

/** What the web app must know before anybody signs in. Public. */
export function statusRoutes({ options }: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/', { config: { access: 'public' }, schema: { response: answerOf(Status) } }, async () => {
      const set = await options.read();
      const status: Static<typeof Status> = {
        system_name: set.SystemName,
        logo: set.Logo,
        footer_html: set.Footer,
        server_address: set.ServerAddress,
        quota_per_unit: set.QuotaPerUnit,
        display_in_currency: set.DisplayInCurrencyEnabled,
        default_collapse_sidebar: set.DefaultCollapseSidebar,
        version,
        start_time: startTime,
      };
      return answer(status);
    });
  };
}
