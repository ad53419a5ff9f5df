import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../../context.ts';
import type { RequestBody } from '../../request-body.ts';
import { shapeErrors } from '../error-shape.ts';
import { presentTask } from '../present-task.ts';
import { readIds } from '../read-ids.ts';
import { taskError } from '../task-error.ts';
import { findTask, findTasks, type StoredTask } from '../task-repository.ts';
import { writeTaskError } from '../write-task-error.ts';
import { submitSuno } from './submit.ts';

/** Songs and lyrics below /suno. What was submitted is read from our own store. */
export function sunoRoutes(api: FastifyInstance, relay: Relay): void {
  api.register(async (app) => {
    shapeErrors(app, relay, writeTaskError);

    app.post<{ Params: { action: string } }>('/suno/submit/:action', async (request, reply) => {
      const { status, body } = await submitSuno(relay, request.params.action, request);
      return reply.code(status).send(body);
    });

    app.post('/suno/fetch', async (request) => {
      const ids = readIds(request.body as RequestBody | undefined);
      if (!ids) throw taskError('invalid_request');
      const tasks = await findTasks(relay.db, 'suno', request.admitted.caller.userId, ids);
      return { code: 'success', message: '', data: tasks.map(present) };
    });

    app.get<{ Params: { id: string } }>('/suno/fetch/:id', async (request) => {
      const task = await findTask(relay.db, 'suno', request.admitted.caller.userId, request.params.id);
      if (!task) throw taskError('task_not_exist');
      return { code: 'success', message: '', data: present(task) };
    });
  });
}

/** The upstream's own object of the task holds the clips. */
function present(task: StoredTask) {
  return presentTask(task, task.data.data ?? null);
}
