import { AddressRefused, guardedFetch } from '@switchyard/http';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Relay } from '../context.ts';
import { badRequest, refuse } from '../errors.ts';
import type { RequestBody } from '../ingress/request-body.ts';
import { presentMidjourney } from '../ingress/tasks/midjourney/present.ts';
import { findByRequest } from '../ingress/tasks/task-repository.ts';

const announcement = Compile(Type.Object({ requestId: Type.String({ maxLength: 40 }) }));

/**
 * POST /internal/tasks/announce: a drawing has changed, and its caller wants to hear of it at an address of theirs. Told
 * once: who misses it can ask.
 */
export function announceTaskRoute(app: FastifyInstance, relay: Relay): void {
  app.post('/tasks/announce', async (request) => {
    const body = (request.body as RequestBody).parse();
    if (!announcement.Check(body)) throw badRequest('Send {requestId}.');
    const snapshot = relay.snapshots.current;
    if (!snapshot) throw refuse('unavailable', 'the configuration is being read');
    const task = await findByRequest(relay.db, body.requestId);
    // Only drawings take such an address: the answer is in their form.
    if (!task?.notify_hook) return { status: 0 };
    const { status } = await guardedFetch(task.notify_hook, {
      allow: relay.config.allowedFiles,
      worker: snapshot.worker,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(presentMidjourney(task, snapshot, relay.tasks.links)),
    }).catch((error) => {
      throw badRequest(error instanceof AddressRefused ? 'The address is not public.' : 'The address did not answer.');
    });
    return { status };
  });
}
