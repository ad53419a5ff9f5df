import type { FastifyRequest } from 'fastify';
import type { Relay } from '../../../context.ts';
import type { RequestBody } from '../../request-body.ts';
import { submitTask } from '../submit.ts';
import { taskError } from '../task-error.ts';
import { findTask, type StoredTask } from '../task-repository.ts';
import type { TaskAnswer } from '../task-request.ts';
import { writeCall } from '../write-call.ts';

const actions: ReadonlySet<string> = new Set(['MUSIC', 'LYRICS']);
const standardVersion = '"chirp-v3-0"';

/** Serves POST /suno/submit/{action}; the action in any case. */
export async function submitSuno(relay: Relay, name: string, request: FastifyRequest): Promise<TaskAnswer> {
  const action = name.toUpperCase();
  if (!actions.has(action)) throw taskError('invalid_action');
  const body = request.body as RequestBody | undefined;
  if (!body) throw taskError('invalid_request');
  if (action === 'LYRICS' && (body.startOf('prompt') !== '"' || body.lengthOf('prompt') <= 2))
    throw taskError('prompt_empty');
  const origin = await originOf(relay, request.admitted.caller.userId, body);
  const set = new Map(action === 'MUSIC' && !body.has('mv') ? [['mv', standardVersion]] : []);
  return submitTask(relay, request, {
    platform: 'suno',
    action,
    model: `suno_${action.toLowerCase()}`,
    usage: {},
    prompt: text(body.read('gpt_description_prompt')) || text(body.read('prompt')),
    origin,
    write: () => writeCall(`/suno/submit/${action}`, body, set, ['notify_hook']),
  });
}

/** The song that is continued lies at the channel that made it. */
async function originOf(relay: Relay, userId: number, body: RequestBody): Promise<StoredTask | undefined> {
  if (text(body.read('continue_clip_id')) === '') return undefined;
  const taskId = text(body.read('task_id'));
  if (taskId === '') throw taskError('invalid_request', 400, 'task id is empty');
  const origin = await findTask(relay.db, 'suno', userId, taskId);
  if (!origin) throw taskError('task_not_exist');
  if (!relay.snapshots.current?.account(origin)) throw taskError('task_channel_disable');
  return origin;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
