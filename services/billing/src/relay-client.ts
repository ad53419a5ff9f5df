import { type TaskPoll, TaskPollAnswer } from '@switchyard/contracts';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** The relay knows the upstreams; this is what billing asks it. Rejects when the relay, or who it asks, does not answer. */
export interface RelayClient {
  pollTasks(poll: TaskPoll): Promise<TaskPollAnswer>;
  /** Tells the caller of a drawing that it has changed. */
  announceTask(requestId: string): Promise<void>;
  /**
   * Sends a small request through a channel, with one of its keys when it has several. Rejects only when the relay is not
   * there or `signal` fires.
   */
  testChannel(question: { channelId: number; keyId?: number | undefined }, signal: AbortSignal): Promise<ChannelTest>;
  /** What is left on a channel's account; undefined when it cannot be told. Rejects like `testChannel`. */
  readBalance(channelId: number, signal: AbortSignal): Promise<Balance | undefined>;
}

const ChannelTest = Type.Object({
  success: Type.Boolean(),
  /** The key or the account is at fault. */
  refused: Type.Boolean(),
  message: Type.String(),
  timeMs: Type.Number({ minimum: 0 }),
  model: Type.String(),
});
export type ChannelTest = Static<typeof ChannelTest>;

const Balance = Type.Object({
  /** Decimal text. */
  amount: Type.String({ pattern: '^-?\\d{1,13}(\\.\\d+)?$' }),
  currency: Type.String({ maxLength: 20 }),
});
export type Balance = Static<typeof Balance>;

const timeoutMs = 45_000;
/** A token may be fetched before the call. */
const testTimeoutMs = 90_000;
const channelTest = Compile(ChannelTest);
const balance = Compile(Balance);
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
    async testChannel(question, signal) {
      const answer = await postUntil(signal, 'channels/test', question);
      if (channelTest.Check(answer)) return answer;
      return { success: false, refused: false, message: 'The relay could not test it.', timeMs: 0, model: '' };
    },
    async readBalance(channelId, signal) {
      const answer = await postUntil(signal, 'channels/balance', { channelId });
      return balance.Check(answer) ? answer : undefined;
    },
  };

  /** Answers undefined when the relay refused, or took too long. */
  async function postUntil(stop: AbortSignal, path: string, body: unknown): Promise<unknown> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(testTimeoutMs)]);
    return post(path, body, signal).catch((error) => {
      // What fetch rejects with when there is no connection.
      if (stop.aborted || error instanceof TypeError) throw error;
    });
  }

  async function post(path: string, body: unknown, signal = AbortSignal.timeout(timeoutMs)): Promise<unknown> {
    const response = await fetch(`${relayUrl}/internal/${path}`, {
      method: 'POST',
      headers: { 'x-switchyard-internal': internalToken, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
      redirect: 'error',
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const { message } = answer as { message?: unknown };
    throw new Error(typeof message === 'string' ? message : `the relay answered with status ${response.status}`);
  }
}
