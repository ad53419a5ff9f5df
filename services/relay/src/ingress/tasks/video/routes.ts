import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Relay } from '../../../context.ts';
import { badRequest, GatewayError } from '../../../errors.ts';
import { findByRequest, findTask, listTasks } from '../task-repository.ts';
import { sendContent } from './content.ts';
import { presentGeneration, presentVideo } from './present.ts';
import { remixVideo, submitVideo } from './submit.ts';

const mostPerPage = 100;
const standardPage = 20;

type ById = { Params: { id: string } };

/** OpenAI's videos, and the older calls for the same that this family of gateways knows. Deleting stays with the upstream. */
export function videoRoutes(app: FastifyInstance, relay: Relay): void {
  app.post('/v1/videos', async (request, reply) => {
    const { status, body } = await submitVideo(relay, request);
    return reply.code(status).send(body);
  });

  app.get('/v1/videos', async (request) => {
    const { caller } = request.admitted;
    const page = readPage(request.query as Record<string, unknown>);
    const tasks = await listTasks(relay.db, 'video', caller.userId, { ...page, limit: page.limit + 1 });
    const data = tasks.slice(0, page.limit).map(presentVideo);
    return {
      object: 'list',
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: tasks.length > page.limit,
    };
  });

  app.get<ById>('/v1/videos/:id', async (request) => presentVideo(await ownVideo(relay, request, request.params.id)));

  app.get<ById>('/v1/videos/:id/content', async (request, reply) =>
    sendContent(request, reply, await ownVideo(relay, request, request.params.id), request.admitted.snapshot),
  );

  app.post<ById>('/v1/videos/:id/remix', async (request, reply) => {
    const origin = await ownVideo(relay, request, request.params.id);
    if (origin.status !== 'SUCCESS') throw badRequest('The video to start from is not ready.');
    const { status, body } = await remixVideo(relay, request, origin);
    return reply.code(status).send(body);
  });

  app.post('/v1/video/generations', async (request, reply) => {
    const { status, body } = await submitVideo(relay, request);
    return reply.code(status).send({ task_id: body.id, ...body });
  });

  app.get<ById>('/v1/video/generations/:id', async (request) =>
    presentGeneration(await ownVideo(relay, request, request.params.id)),
  );
}

/**
 * GET /v1/videos/linked/{request}?k=…: the same bytes for whoever has the link, because pages show them in video elements, which send no key;
 * the link proves that we gave it to the task's owner.
 */
export function linkedVideoRoute(root: FastifyInstance, relay: Relay): void {
  root.get<ById & { Querystring: { k?: unknown } }>('/v1/videos/linked/:id', async (request, reply) => {
    const { id } = request.params;
    const { k: proof } = request.query;
    if (!relay.tasks.links.isGenuine('video', id, proof)) throw noVideo(id);
    const task = await findByRequest(relay.db, id);
    const snapshot = relay.snapshots.current;
    if (!task || !snapshot) throw noVideo(id);
    return sendContent(request, reply, task, snapshot);
  });
}

async function ownVideo(relay: Relay, request: FastifyRequest, id: string) {
  const task = await findTask(relay.db, 'video', request.admitted.caller.userId, id);
  if (task) return task;
  throw noVideo(id);
}

function noVideo(id: string): GatewayError {
  return new GatewayError({
    code: 'video_not_found',
    status: 404,
    type: 'invalid_request_error',
    message: `There is no video ${id.slice(0, 100)}.`,
    param: 'id',
  });
}

function readPage({ limit = standardPage, order = 'desc', after }: Record<string, unknown>) {
  const count = Number(limit);
  if (!Number.isInteger(count) || count < 0 || count > mostPerPage)
    throw badRequest(`limit must be a whole number from 0 to ${mostPerPage}.`, 'limit');
  if (order !== 'asc' && order !== 'desc') throw badRequest('order must be asc or desc.', 'order');
  if (after !== undefined && typeof after !== 'string') throw badRequest('after must be the id of a video.', 'after');
  return { limit: count, order, after } as const;
}
