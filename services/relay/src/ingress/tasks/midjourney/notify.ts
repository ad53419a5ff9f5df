import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../../context.ts';
import { taskError } from '../task-error.ts';

/**
 * POST /mj/notify?task=…&k=…: an upstream says that a task has changed. What it says is not read: billing asks the
 * upstream at the channel's address, so that nobody earns a refund by a forged call.
 */
export function notifyRoute(app: FastifyInstance, relay: Relay): void {
  app.post<{ Querystring: { task?: unknown; k?: unknown } }>('/mj/notify', async (request) => {
    const { task, k: proof } = request.query;
    if (typeof task !== 'string' || !relay.tasks.links.isGenuine('notify', task, proof))
      throw taskError('not_authorized', 401);
    relay.tasks.hint(task);
    return { code: 1, description: 'ok' };
  });
}
