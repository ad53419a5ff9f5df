import { type HeardCall, type HostReply, serveTasks, type TaskServer } from './task-server.ts';

/** A task as the proxy's protocol writes it. */
export interface DrawingTask {
  readonly id: string;
  status: string;
  progress: string;
  failReason?: string;
  imageUrl?: string;
  [field: string]: unknown;
}

export interface FakeMidjourney extends TaskServer {
  readonly tasks: Map<string, DrawingTask>;
  /** What the next submissions are answered instead of "accepted". */
  answerSubmission: ((call: HeardCall) => HostReply | undefined) | undefined;
  /** The address of a picture that this host serves. */
  readonly pictureUrl: string;
}

/** The smallest PNG there is: one transparent pixel. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
let last = 1_700_000_000_000;

/** A Midjourney proxy (protocol of novicezk/midjourney-proxy and its superset) that draws nothing. */
export async function fakeMidjourney(secret: string): Promise<FakeMidjourney> {
  const tasks = new Map<string, DrawingTask>();
  const server = await serveTasks((call) => {
    if (call.path === '/picture.png') return { type: 'image/png', body: picture };
    if (call.path === '/page.html') return { type: 'text/html', body: '<p>no picture</p>' };
    if (call.path === '/moved.png') return { status: 302, body: '' };
    if (call.headers['mj-api-secret'] !== secret) return { status: 403, type: 'text/plain', body: 'wrong secret' };
    // Below a speed as below none.
    const path = call.path.replace(/^\/mj-(?:fast|relax|turbo)/, '');
    if (path === '/mj/task/list-by-condition') {
      const { ids } = JSON.parse(call.text) as { ids: string[] };
      return { body: ids.flatMap((id) => tasks.get(id) ?? []) };
    }
    if (/^\/mj\/task\/[^/]+\/image-seed$/.test(path)) return { body: { code: 1, description: 'ok', result: '42' } };
    if (!/^\/mj\/(?:submit\/|insight-face\/)/.test(path))
      return { status: 404, body: { code: 3, description: 'not found' } };
    const other = host.answerSubmission?.(call);
    if (other) return other;
    const id = String(++last);
    tasks.set(id, { id, status: 'SUBMITTED', progress: '0%' });
    return { body: { code: 1, description: 'ok', result: id, properties: {} } };
  });
  const host: FakeMidjourney = Object.assign(server, {
    tasks,
    answerSubmission: undefined,
    pictureUrl: `${server.url}/picture.png`,
  });
  return host;
}
