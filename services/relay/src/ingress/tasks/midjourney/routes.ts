import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../../context.ts';
import type { RequestBody } from '../../request-body.ts';
import { shapeErrors } from '../error-shape.ts';
import { readIds } from '../read-ids.ts';
import { taskError } from '../task-error.ts';
import { findTask, findTasks } from '../task-repository.ts';
import { writeMidjourneyError } from './errors.ts';
import { imageRoute } from './image.ts';
import { notifyRoute } from './notify.ts';
import { presentMidjourney } from './present.ts';
import { submissions } from './read-action.ts';
import { submitMidjourney } from './submit.ts';

const modes = ['fast', 'relax', 'turbo'] as const;

/** The proxy's protocol below /mj, and below /mj-fast/mj and the like for a speed. For callers with a key. */
export function midjourneyRoutes(api: FastifyInstance, relay: Relay): void {
  api.register(async (app) => {
    shapeErrors(app, relay, writeMidjourneyError);
    for (const mode of [undefined, ...modes]) {
      const prefix = mode === undefined ? '/mj' : `/mj-${mode}/mj`;
      for (const path of Object.keys(submissions)) {
        app.post(prefix + path, async (request, reply) => {
          const { status, body } = await submitMidjourney(relay, path, mode, request);
          return reply.code(status).send(body);
        });
      }
      readRoutes(app, relay, prefix);
    }
  });
}

/** What stands behind a link of ours: no key, a proof in the address. */
export function linkedMidjourneyRoutes(root: FastifyInstance, relay: Relay): void {
  root.register(async (app) => {
    shapeErrors(app, relay, writeMidjourneyError);
    // Whoever calls sends nothing that would be read.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    imageRoute(app, relay);
    notifyRoute(app, relay);
  });
}

function readRoutes(app: FastifyInstance, relay: Relay, prefix: string): void {
  app.get<{ Params: { id: string } }>(`${prefix}/task/:id/fetch`, async (request) => {
    const { caller, snapshot } = request.admitted;
    const task = await findTask(relay.db, 'midjourney', caller.userId, request.params.id);
    if (!task) throw taskError('task_no_found');
    return presentMidjourney(task, snapshot, relay.tasks.links);
  });

  app.post(`${prefix}/task/list-by-condition`, async (request) => {
    const { caller, snapshot } = request.admitted;
    const ids = readIds(request.body as RequestBody | undefined);
    if (!ids) throw taskError('bind_request_body_failed');
    const tasks = await findTasks(relay.db, 'midjourney', caller.userId, ids);
    return tasks.map((task) => presentMidjourney(task, snapshot, relay.tasks.links));
  });

  app.get<{ Params: { id: string } }>(`${prefix}/task/:id/image-seed`, async (request) => {
    const { caller, snapshot } = request.admitted;
    const task = await findTask(relay.db, 'midjourney', caller.userId, request.params.id);
    if (!task) throw taskError('task_no_found');
    const channel = snapshot.account(task);
    if (!channel) throw taskError('channel_of_this_task_is_disabled');
    return channel.host(`/mj/task/${encodeURIComponent(task.task_id)}/image-seed`).catch(() => {
      throw taskError('do_request_failed', 502);
    });
  });
}
