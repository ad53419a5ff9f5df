import { AddressRefused, type CidrList, guardedFetch, parseCidrs } from '@switchyard/http';
import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../../context.ts';
import { taskError } from '../task-error.ts';
import { findByRequest, type StoredTask } from '../task-repository.ts';

const maxBytes = 50 * 1_048_576;
const timeoutMs = 30_000;
const mostAtOnce = 16;
const publicOnly = parseCidrs('');
/** Kinds that a browser draws and never runs. */
const drawn = /^image\/(?:png|jpeg|webp|gif|avif)$/;

/**
 * GET /mj/image/{request}?k=…: the picture of a task, fetched from where the upstream keeps it. Open to whoever has the
 * link, because pages show it in img elements; the link proves that we gave it to the task's owner.
 */
export function imageRoute(app: FastifyInstance, relay: Relay): void {
  let underWay = 0;
  app.get<{ Params: { id: string }; Querystring: { k?: unknown } }>('/mj/image/:id', async (request, reply) => {
    const { id } = request.params;
    const { k: proof } = request.query;
    if (typeof proof !== 'string' || !relay.tasks.links.isGenuine('image', id, proof))
      throw taskError('midjourney_task_not_found');
    const task = await findByRequest(relay.db, id);
    if (!task) throw taskError('midjourney_task_not_found');
    const { imageUrl } = task.data;
    if (typeof imageUrl !== 'string' || imageUrl === '') throw taskError('image_not_found', 404);
    if (underWay >= mostAtOnce) throw taskError('too_many_downloads', 503);
    underWay++;
    try {
      const { type, bytes } = await download(imageUrl, await allowed(relay, task, imageUrl));
      const cache = task.status === 'SUCCESS' ? 'public, max-age=86400' : 'no-store';
      return reply
        .headers({
          'content-type': type,
          'cache-control': cache,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(bytes);
    } finally {
      underWay--;
    }
  });
}

async function download(url: string, allow: CidrList): Promise<{ type: string; bytes: Buffer }> {
  const { status, headers, body } = await guardedFetch(url, { allow, maxBytes, timeoutMs }).catch((error) => {
    throw error instanceof AddressRefused
      ? taskError('image_address_refused', 403)
      : taskError('image_not_readable', 502);
  });
  const type =
    String(headers['content-type'] ?? 'image/jpeg')
      .split(';', 1)[0]
      ?.trim()
      .toLowerCase() ?? '';
  if (status !== 200) throw taskError('image_not_readable', 502);
  if (!drawn.test(type)) throw taskError('not_an_image', 502);
  return { type, bytes: body };
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
