import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../context.ts';
import { answer, answerOf, emptyAnswer, refuse } from '../../../http/answer.ts';
import { actorOf } from '../../logs/write.ts';
import { findChannel, noChannel } from '../repository.ts';
import { ChannelId } from '../schema.ts';
import { presentKey } from './present.ts';
import { listKeys } from './repository.ts';
import { KeyId, KeyList, KeySwitch, KeysAdded, NewKeys } from './schema.ts';
import { addKeys, removeKey, switchKey } from './service.ts';

/** The keys of a channel that has several. */
export function keyRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'admin' } as const;

  return async (app) => {
    app.get('/', { config, schema: { params: ChannelId, response: answerOf(KeyList) } }, async ({ params: { id } }) => {
      const channel = await findChannel(context.db, id);
      if (!channel) return answer(refuse(noChannel));
      return answer({ key_mode: channel.key_mode, items: (await listKeys(context.db, id)).map(presentKey) });
    });

    app.post(
      '/',
      { config, schema: { params: ChannelId, body: NewKeys, response: answerOf(KeysAdded) } },
      async (request) => answer(await addKeys(context, actorOf(request), request.params.id, request.body)),
    );

    app.put(
      '/:key_id',
      { config, schema: { params: KeyId, body: KeySwitch, response: emptyAnswer } },
      async (request) => {
        const { id, key_id: keyId } = request.params;
        return answer(await switchKey(context, actorOf(request), id, keyId, request.body.status === 1 ? 1 : 2));
      },
    );

    app.delete('/:key_id', { config, schema: { params: KeyId, response: emptyAnswer } }, async (request) => {
      const { id, key_id: keyId } = request.params;
      return answer(await removeKey(context, actorOf(request), id, keyId));
    });
  };
}
