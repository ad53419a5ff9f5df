import { type CidrList, parseCidrs } from '@switchyard/http';
import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../../context.ts';
import { taskError } from '../task-error.ts';
import { findByRequest, type StoredTask } from '../task-repository.ts';
import { openPicture } from './open-picture.ts';

const publicOnly = parseCidrs('');

/**
 * GET /mj/image/{request}?k=…: the picture of a task, fetched from where the upstream keeps it. Open to whoever has the
 * link, because pages show it in img elements; the link proves that we gave it to the task's owner.
 */
export function imageRoute(app: FastifyInstance, relay: Relay): void {
  app.get<{ Params: { id: string }; Querystring: { k?: unknown } }>('/mj/image/:id', async (request, reply) => {
    const { id } = request.params;
    const { k: proof } = request.query;
    if (typeof proof !== 'string' || !relay.tasks.links.isGenuine('image', id, proof))
      throw taskError('midjourney_task_not_found');
    const task = await findByRequest(relay.db, id);
    if (!task) throw taskError('midjourney_task_not_found');
    const { imageUrl } = task.data;
    if (typeof imageUrl !== 'string' || imageUrl === '') throw taskError('image_not_found', 404);
    const allow = await allowed(relay, task, imageUrl);
    // What lies beside the channel is the operator's own: no worker reaches it.
    const worker = allow === publicOnly ? relay.snapshots.current?.worker : undefined;
    const { type, bytes } = await openPicture(imageUrl, allow, worker);
    return reply
      .headers({
        'content-type': type,
        'cache-control': task.status === 'SUCCESS' ? 'public, max-age=86400' : 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(bytes);
  });
}

/** Pictures may be inside the operator's network only where the channel itself is. */
async function allowed(relay: Relay, task: StoredTask, imageUrl: string): Promise<CidrList> {
  const channel = await relay.db
    .selectFrom('channels')
    .select('base_url')
    .where('id', '=', task.channel_id)
    .executeTakeFirst();
  return channel && originOf(channel.base_url) === originOf(imageUrl) ? relay.config.allowedUpstreams : publicOnly;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
