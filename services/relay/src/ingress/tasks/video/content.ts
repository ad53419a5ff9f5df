import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, refuse } from '../../../errors.ts';
import type { RoutingSnapshot } from '../../../routing/snapshot.ts';
import type { StoredTask } from '../task-repository.ts';

const variants: ReadonlySet<unknown> = new Set(['video', 'thumbnail', 'spritesheet']);
const shown = /^(?:video\/[\w.+-]+|image\/(?:png|jpeg|webp)|application\/octet-stream)$/;
const passed = ['content-length', 'content-range', 'accept-ranges'];
/** Players ask for parts, one at a time (RFC 9110, 14.1.2). */
const range = /^bytes=\d{1,15}-\d{0,15}$/;
const timeoutMs = 600_000;

/** The bytes of a finished video, or the part of them that is asked for, as the channel that made it sends them. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  task: StoredTask,
  snapshot: RoutingSnapshot,
) {
  const { variant = 'video' } = request.query as { variant?: unknown };
  if (!variants.has(variant)) throw badRequest('variant must be video, thumbnail or spritesheet.', 'variant');
  if (task.status !== 'SUCCESS') throw badRequest('The video is not ready.');
  const channel = snapshot.account(task);
  if (!channel) throw refuse('channel_disabled');
  const path = `/v1/videos/${encodeURIComponent(task.task_id)}/content?variant=${variant}`;
  const { url, headers, dispatcher } = channel.outbound(path, 'application/json');
  const { range: part = '' } = request.headers;
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
      headers: [...headers, ...(range.test(part) ? ['range', part] : [])],
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
  if ((statusCode !== 200 && statusCode !== 206) || !shown.test(type)) {
    await body.dump();
    throw refuse('upstream_failed');
  }
  for (const name of passed) if (given[name] !== undefined) reply.header(name, given[name]);
  return reply
    .code(statusCode)
    .headers({
      'content-type': type,
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(body as Readable);
}
