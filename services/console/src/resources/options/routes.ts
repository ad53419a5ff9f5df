import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer } from '../../http/answer.ts';
import { actorOf } from '../logs/write.ts';
import { OptionChange, OptionList } from './schema.ts';
import { changeOption, listOptions } from './service.ts';

/** Price maps of thousands of models are long. */
const bodyLimit = 2 * 1024 * 1024;

/** Settings of the installation, as key and text. */
export function optionRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'admin' } as const;

  return async (app) => {
    app.get('/', { config, schema: { response: answerOf(OptionList) } }, async (request) =>
      answer(await listOptions(context.db, request.user.role)),
    );

    app.put('/', { config, bodyLimit, schema: { body: OptionChange, response: emptyAnswer } }, async (request) =>
      answer(await changeOption(context, actorOf(request), request.body)),
    );
  };
}
