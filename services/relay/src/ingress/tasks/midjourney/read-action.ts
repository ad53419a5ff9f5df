import type { RequestBody } from '../../request-body.ts';
import { taskError } from '../task-error.ts';
import { actionOfButton, type MidjourneyAction, readSimpleChange } from './action.ts';

/** Longer ones are no ids. */
const longestText = 200;
const mostPictures = 5;

/** Paths below /mj to which something is posted that becomes a task, and how each says what it wants. */
export const submissions: Readonly<Record<string, (body: RequestBody) => MidjourneyAction>> = {
  '/submit/imagine': (body) => required(body, 'prompt', 'IMAGINE'),
  '/submit/shorten': (body) => required(body, 'prompt', 'SHORTEN'),
  '/submit/blend': (body) => pictures(body, 'BLEND'),
  '/submit/upload-discord-images': (body) => pictures(body, 'UPLOAD'),
  '/submit/describe': (body) => {
    if (!body.has('base64') && !body.has('link')) throw taskError('base64_is_required');
    return { action: 'DESCRIBE' };
  },
  '/submit/change': (body) => {
    const originId = text(body, 'taskId', 'task_id_is_required');
    const action = text(body, 'action', 'action_is_required').toUpperCase();
    if (!['UPSCALE', 'VARIATION', 'REROLL'].includes(action)) throw taskError('unknown_action');
    const index = body.read('index');
    if (action !== 'REROLL' && !(Number.isInteger(index) && (index as number) >= 1 && (index as number) <= 4))
      throw taskError('index_is_required');
    return { action, originId };
  },
  '/submit/simple-change': (body) => {
    const change = readSimpleChange(text(body, 'content', 'content_parse_failed', 300));
    if (!change) throw taskError('content_parse_failed');
    return change;
  },
  '/submit/action': (body) => {
    const originId = text(body, 'taskId', 'task_id_is_required');
    const action = actionOfButton(text(body, 'customId', 'custom_id_is_required', 1_000));
    if (action === undefined) throw taskError('unknown_action');
    return { action, originId };
  },
  '/submit/modal': (body) => ({ action: 'MODAL', originId: text(body, 'taskId', 'task_id_is_required') }),
  '/submit/edits': (body) => required(body, 'prompt', 'EDITS'),
  '/submit/video': (body) => {
    const batch = body.read('batchSize') ?? 4;
    if (!Number.isInteger(batch) || (batch as number) < 1 || (batch as number) > 4)
      throw taskError('batch_size_is_invalid');
    return body.has('taskId')
      ? { action: 'VIDEO', originId: text(body, 'taskId', 'task_id_is_required') }
      : required(body, 'image', 'VIDEO');
  },
  '/insight-face/swap': (body) => {
    for (const key of ['sourceBase64', 'targetBase64']) {
      if (body.startOf(key) !== '"') throw taskError('base64_is_required');
    }
    return { action: 'SWAP_FACE' };
  },
};

function required(body: RequestBody, key: string, action: string): MidjourneyAction {
  if (body.startOf(key) !== '"' || body.lengthOf(key) <= 2) throw taskError(`${key}_is_required`);
  return { action };
}

function pictures(body: RequestBody, action: string): MidjourneyAction {
  const images = body.read('base64Array');
  if (!Array.isArray(images) || images.length === 0) throw taskError('base64_array_is_required');
  if (images.length > mostPictures) throw taskError('too_many_images');
  return { action };
}

function text(body: RequestBody, key: string, code: string, longest = longestText): string {
  const value = body.read(key);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string' || value.trim() === '' || value.length > longest) throw taskError(code);
  return value;
}
