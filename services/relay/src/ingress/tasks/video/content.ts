import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, refuse } from '../../../errors.ts';
import type { StoredTask } from '../task-repository.ts';

const variants: ReadonlySet<unknown> = new Set(['video', 'thumbnail', 'spritesheet']);
const shown = /^(?:video\/[\w.+-]+|image\/(?:png|jpeg|webp)|application\/octet-stream)$/;
const timeoutMs = 600_000;

/** GET /v1/videos/{id}/content: the bytes of a finished video, as the channel that made it sends them. */
export async function sendContent(request: FastifyRequest, reply: FastifyReply, task: StoredTask) {
  const { variant = 'video' } = request.query as { variant?: unknown };
  if (!variants.has(variant)) throw badRequest('variant must be video, thumbnail or spritesheet.', 'variant');
  if (task.status !== 'SUCCESS') throw badRequest('The video is not ready.');
  const channel = request.admitted.snapshot.account(task);
  if (!channel) throw refuse('channel_disabled');
  const path = `/v1/videos/${encodeURIComponent(task.task_id)}/content?variant=${variant}`;
  const { url, headers, dispatcher } = channel.outbound(path, 'application/json');
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const {
    statusCode,
    headers: given,
    body,
  } = await dispatcher
    .request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: [...headers],
      signal: AbortSignal.any([gone.signal, AbortSignal.timeout(timeoutMs)]),
    })
    .catch(() => {
      throw refuse('upstream_failed');
    });
  const type =
    String(given['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim()
      .toLowerCase() ?? '';
  if (statusCode !== 200 || !shown.test(type)) {
    await body.dump();
    throw refuse('upstream_failed');
  }
  const length = given['content-length'];
  return reply
    .headers({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      ...(typeof length === 'string' ? { 'content-length': length } : {}),
    })
    .send(body as Readable);
}
