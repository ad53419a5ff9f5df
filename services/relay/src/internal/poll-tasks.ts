import { TaskPoll, type TaskPollAnswer } from '@switchyard/contracts';
import type { FastifyInstance } from 'fastify';
import { Compile } from 'typebox/compile';
import type { Relay } from '../context.ts';
import { describeFailure } from '../egress/call-upstream.ts';
import { badRequest } from '../errors.ts';
import type { RequestBody } from '../ingress/request-body.ts';
import { taskProviderOf } from '../providers/task-providers.ts';
import { loadChannel } from './load-channel.ts';

const taskPoll = Compile(TaskPoll);

/** POST /internal/tasks/poll: billing asks how tasks stand at their account, switched off or not. */
export function pollTasksRoute(app: FastifyInstance, relay: Relay): void {
  app.post('/tasks/poll', async (request): Promise<TaskPollAnswer> => {
    const poll = (request.body as RequestBody).parse();
    if (!taskPoll.Check(poll)) throw badRequest('Send {channelId, keyId?, platform, taskIds}.');
    if (!(await exists(relay, poll))) return { lost: true, reports: [] };
    const channel = await loadChannel(relay, poll.channelId, poll.keyId);
    const provider = channel && taskProviderOf(channel.provider.type);
    if (!channel || provider?.platform !== poll.platform) throw badRequest('The channel cannot be asked about tasks.');
    const reports = await provider.poll(channel.host, poll.taskIds).catch((error) => {
      throw badRequest(describeFailure(error));
    });
    return { lost: false, reports };
  });
}

async function exists({ db }: Relay, { channelId, keyId }: TaskPoll): Promise<boolean> {
  const row = await db
    .selectFrom('channels')
    .select([
      'key_mode',
      (on) =>
        on
          .exists(
            on
              .selectFrom('channel_keys')
              .select('id')
              .where('id', '=', keyId ?? 0),
          )
          .as('has'),
    ])
    .where('id', '=', channelId)
    .executeTakeFirst();
  // One that has a single key by now was left with the last of several.
  return row !== undefined && (keyId === undefined || row.key_mode === 'single' || Boolean(row.has));
}
