import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../../context.ts';
import { taskError } from '../task-error.ts';
import { findByRequest } from '../task-repository.ts';
import { openTaskPicture } from './task-picture.ts';

/**
 * GET /mj/image/{request}?k=…: the picture of a task, fetched from where the upstream keeps it. Open to whoever has the
 * link, because pages show it in img elements; the link proves that we gave it to the task's owner.
 */
export function imageRoute(app: FastifyInstance, relay: Relay): void {
  app.get<{ Params: { id: string }; Querystring: { k?: unknown } }>('/mj/image/:id', async (request, reply) => {
    const { id } = request.params;
    const { k: proof } = request.query;
    if (!relay.tasks.links.isGenuine('image', id, proof)) throw taskError('midjourney_task_not_found');
    const task = await findByRequest(relay.db, id);
    if (!task) throw taskError('midjourney_task_not_found');
    const { imageUrl } = task.data;
    if (typeof imageUrl !== 'string' || imageUrl === '') throw taskError('image_not_found', 404);
    const { type, bytes } = await openTaskPicture(relay, task, imageUrl);
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
