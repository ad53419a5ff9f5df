import { notices } from '@switchyard/contracts';
import type { Ports, Running } from '../ports.ts';
import { type PollPorts, pollTasks } from './poll.ts';

/**
 * Asks at once about tasks that an upstream called us about. The call is only a hint: what the task is and costs
 * comes from asking.
 */
export async function listenToTaskHints(ports: PollPorts & Pick<Ports, 'bus'>): Promise<Running> {
  const underWay = new Map<string, Promise<void>>();
  const subscription = await ports.bus.listen(notices.taskHinted, (_subject, requestId) => {
    if (underWay.has(requestId)) return;
    const polling = pollOne(ports, requestId)
      .catch((error) => ports.log.warn({ error, requestId }, 'a task could not be asked about'))
      .finally(() => underWay.delete(requestId));
    underWay.set(requestId, polling);
  });
  return {
    async stop() {
      await subscription.stop();
      await Promise.all(underWay.values());
    },
  };
}

async function pollOne(ports: PollPorts, requestId: string): Promise<void> {
  const task = await ports.db.selectFrom('tasks').selectAll().where('request_id', '=', requestId).executeTakeFirst();
  if (task) await pollTasks(ports, [task]);
}
