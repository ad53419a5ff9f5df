import { randomUUID } from 'node:crypto';
import { type HeardCall, type HostReply, serveTasks, type TaskServer } from './task-server.ts';

/** A task as the protocol of Suno-API writes it; times in seconds. */
export interface SongTask {
  readonly task_id: string;
  status: string;
  fail_reason: string;
  data: unknown;
  [field: string]: unknown;
}

export interface FakeSuno extends TaskServer {
  readonly tasks: Map<string, SongTask>;
  answerSubmission: ((call: HeardCall) => HostReply | undefined) | undefined;
}

/** A host of songs in the protocol of Suno-API that composes nothing. */
export async function fakeSuno(secret: string): Promise<FakeSuno> {
  const tasks = new Map<string, SongTask>();
  const server = await serveTasks((call) => {
    if (call.headers.authorization !== `Bearer ${secret}`)
      return { status: 401, body: { code: 'unauthorized', message: 'unauthorized secret token', data: null } };
    if (call.path === '/suno/fetch') {
      const { ids } = JSON.parse(call.text) as { ids: string[] };
      return { body: { code: 'success', message: '', data: ids.flatMap((id) => tasks.get(id) ?? []) } };
    }
    const action = /^\/suno\/submit\/(\w+)$/.exec(call.path)?.[1];
    if (action === undefined) return { status: 404, body: { code: 'not_found', message: '', data: null } };
    const other = host.answerSubmission?.(call);
    if (other) return other;
    const task_id = randomUUID();
    tasks.set(task_id, { task_id, action, status: 'SUBMITTED', fail_reason: '', data: [] });
    return { body: { code: 'success', message: '', data: task_id } };
  });
  const host: FakeSuno = Object.assign(server, { tasks, answerSubmission: undefined });
  return host;
}
