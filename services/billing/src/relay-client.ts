import { type TaskPoll, TaskPollAnswer } from '@switchyard/contracts';
import { Compile } from 'typebox/compile';

/** The relay knows the upstreams; this is what billing asks it. */
export interface RelayClient {
  /** Rejects when the relay or the upstream does not answer: nothing is known then. */
  pollTasks(poll: TaskPoll): Promise<TaskPollAnswer>;
}

const timeoutMs = 30_000;
const taskPollAnswer = Compile(TaskPollAnswer);

/** `internalToken` shows the relay that it is us. */
export function relayClient(relayUrl: string, internalToken: string): RelayClient {
  return {
    async pollTasks(poll) {
      const response = await fetch(`${relayUrl}/internal/tasks/poll`, {
        method: 'POST',
        headers: { 'x-switchyard-internal': internalToken, 'content-type': 'application/json' },
        body: JSON.stringify(poll),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      const answer: unknown = await response.json();
      if (response.ok && taskPollAnswer.Check(answer)) return answer;
      const { message } = answer as { message?: unknown };
      throw new Error(typeof message === 'string' ? message : `the relay answered with status ${response.status}`);
    },
  };
}
