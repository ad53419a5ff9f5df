import { type TaskPoll, TaskPollAnswer } from '@switchyard/contracts';
import { Compile } from 'typebox/compile';

/** The relay knows the upstreams; this is what billing asks it. Rejects when the relay, or who it asks, does not answer. */
export interface RelayClient {
  pollTasks(poll: TaskPoll): Promise<TaskPollAnswer>;
  /** Tells the caller of a drawing that it has changed. */
  announceTask(requestId: string): Promise<void>;
}

const timeoutMs = 45_000;
const taskPollAnswer = Compile(TaskPollAnswer);

/** `internalToken` shows the relay that it is us. */
export function relayClient(relayUrl: string, internalToken: string): RelayClient {
  return {
    async pollTasks(poll) {
      const answer = await post('tasks/poll', poll);
      if (taskPollAnswer.Check(answer)) return answer;
      throw new Error('the relay answered something else than how tasks stand');
    },
    async announceTask(requestId) {
      await post('tasks/announce', { requestId });
    },
  };

  async function post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${relayUrl}/internal/${path}`, {
      method: 'POST',
      headers: { 'x-switchyard-internal': internalToken, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const { message } = answer as { message?: unknown };
    throw new Error(typeof message === 'string' ? message : `the relay answered with status ${response.status}`);
  }
}
