import type { FastifyRequest } from 'fastify';
import type { Relay } from '../../../context.ts';
import type { RoutingSnapshot } from '../../../routing/snapshot.ts';
import type { RequestBody } from '../../request-body.ts';
import { submitTask } from '../submit.ts';
import { taskError } from '../task-error.ts';
import { findTask, type StoredTask } from '../task-repository.ts';
import type { TaskAnswer } from '../task-request.ts';
import { writeCall } from '../write-call.ts';
import { withoutModes } from './account-filter.ts';
import { type MidjourneyAction, modelOf } from './action.ts';
import { submissions } from './read-action.ts';

const speeds = /\s*--(?:fast|relax|turbo)\b/gi;

/** Serves a call to one of the paths of `submissions`. */
export async function submitMidjourney(
  relay: Relay,
  path: string,
  mode: string | undefined,
  request: FastifyRequest,
): Promise<TaskAnswer> {
  const { caller, snapshot } = request.admitted;
  const body = request.body as RequestBody | undefined;
  const read = submissions[path];
  if (!body || !read) throw taskError('bind_request_body_failed');
  const wanted = read(body);
  const origin = await originOf(relay, caller.userId, wanted, snapshot);
  const edits = editsOf(relay, body, request.id, snapshot);
  const prompt = body.read('prompt') ?? '';
  return submitTask(relay, request, {
    platform: 'midjourney',
    action: wanted.action,
    model: priced(wanted.action, mode, snapshot, caller.group),
    usage: {},
    prompt: typeof prompt === 'string' ? prompt : '',
    notifyHook: edits.notifyHook,
    origin,
    mode,
    write: () => writeCall(`/mj${path}`, body, edits.set, edits.drop),
  });
}

/** The caller's own task that this one builds on. */
async function originOf(
  relay: Relay,
  userId: number,
  { action, originId }: MidjourneyAction,
  { options }: RoutingSnapshot,
): Promise<StoredTask | undefined> {
  if (originId === undefined) return undefined;
  const origin = await findTask(relay.db, 'midjourney', userId, originId);
  if (!origin) throw taskError('task_not_found');
  if (options.MjActionCheckSuccessEnabled && action !== 'MODAL' && origin.status !== 'SUCCESS')
    throw taskError('task_status_not_success');
  return origin;
}

/** A speed has a price of its own where the operator set one. */
function priced(action: string, mode: string | undefined, snapshot: RoutingSnapshot, group: string): string {
  const ofMode = modelOf(action, mode);
  return snapshot.prices.lookup(ofMode) && snapshot.route(group, ofMode) ? ofMode : modelOf(action);
}

/** What the upstream gets otherwise than the caller sent it. The caller's hook is ours to call: it may be inside. */
function editsOf(relay: Relay, body: RequestBody, requestId: string, { options }: RoutingSnapshot) {
  const set = new Map<string, string>();
  const drop: string[] = [];
  const filter = options.MjAccountFilterEnabled ? withoutModes(body.read('accountFilter')) : undefined;
  if (filter) set.set('accountFilter', JSON.stringify(filter));
  else drop.push('accountFilter');
  let notifyHook: string | undefined;
  if (options.MjNotifyEnabled && options.ServerAddress !== '') {
    const hook = body.read('notifyHook');
    if (typeof hook === 'string' && /^https?:\/\//.test(hook)) notifyHook = hook;
    set.set('notifyHook', JSON.stringify(relay.tasks.links.notify(options.ServerAddress, requestId)));
  } else {
    drop.push('notifyHook');
  }
  const prompt = options.MjModeClearEnabled ? body.read('prompt') : undefined;
  if (typeof prompt === 'string') set.set('prompt', JSON.stringify(prompt.replace(speeds, '')));
  return { set, drop, notifyHook };
}
