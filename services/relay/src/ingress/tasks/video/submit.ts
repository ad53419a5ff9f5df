import type { UsageTokens } from '@switchyard/contracts';
import type { FastifyRequest } from 'fastify';
import type { Relay } from '../../../context.ts';
import { refuse } from '../../../errors.ts';
import type { RequestBody } from '../../request-body.ts';
import { submitTask } from '../submit.ts';
import type { StoredTask } from '../task-repository.ts';
import type { TaskAnswer } from '../task-request.ts';
import { writeCall } from '../write-call.ts';
import { pricedMembers } from './priced-members.ts';
import { readPrompt, readVideo } from './read-video.ts';

/** Serves POST /v1/videos and its older form. */
export async function submitVideo(relay: Relay, request: FastifyRequest): Promise<TaskAnswer> {
  const body = bodyOf(request);
  const { model, prompt, seconds, size } = readVideo(body);
  const answer = await submitTask(relay, request, {
    platform: 'video',
    action: 'GENERATE',
    model,
    usage: { seconds, ...(size === undefined ? {} : { size }) },
    prompt,
    write(upstreamModel) {
      const stated = new Map([
        ['model', JSON.stringify(upstreamModel)],
        ['seconds', JSON.stringify(String(seconds))],
        ...(size === undefined ? [] : [['size', JSON.stringify(size)] as const]),
      ]);
      const { set, drop } = pricedMembers(body, stated);
      return writeCall('/v1/videos', body, set, drop);
    },
  });
  return { ...answer, body: { ...answer.body, model } };
}

/** Serves POST /v1/videos/{id}/remix: as long as the video that it starts from, at the channel that made it. */
export async function remixVideo(relay: Relay, request: FastifyRequest, origin: StoredTask): Promise<TaskAnswer> {
  const body = bodyOf(request);
  const prompt = readPrompt(body);
  const { seconds, size } = origin.usage as Partial<UsageTokens>;
  const answer = await submitTask(relay, request, {
    platform: 'video',
    action: 'REMIX',
    model: origin.model,
    usage: { ...(seconds === undefined ? {} : { seconds }), ...(size === undefined ? {} : { size }) },
    prompt,
    origin,
    write() {
      const { set, drop } = pricedMembers(body, new Map());
      return writeCall(`/v1/videos/${encodeURIComponent(origin.task_id)}/remix`, body, set, drop);
    },
  });
  return { ...answer, body: { ...answer.body, model: origin.model } };
}

function bodyOf(request: FastifyRequest): RequestBody {
  const body = request.body as RequestBody | undefined;
  if (!body) throw refuse('unsupported_media_type');
  return body;
}
