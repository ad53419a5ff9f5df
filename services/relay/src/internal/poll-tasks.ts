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

/** POST /internal/tasks/poll: billing asks how tasks stand at their channel, switched off or not. */
export function pollTasksRoute(app: FastifyInstance, relay: Relay): void {
  app.post('/tasks/poll', async (request): Promise<TaskPollAnswer> => {
    const poll = (request.body as RequestBody).parse();
    if (!taskPoll.Check(poll)) throw badRequest('Send {channelId, platform, taskIds}.');
    const row = await relay.db.selectFrom('channels').select('id').where('id', '=', poll.channelId).executeTakeFirst();
    if (!row) return { lost: true, reports: [] };
    const channel = await loadChannel(relay, row.id);
    const provider = channel && taskProviderOf(channel.provider.type);
    if (!channel || provider?.platform !== poll.platform) throw badRequest('The channel cannot be asked about tasks.');
    const reports = await provider.poll(channel.host, poll.taskIds).catch((error) => {
      throw badRequest(describeFailure(error));
    });
    return { lost: false, reports };
  });
}
