import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';
import { slotsAt, type TextSlot } from '../text-slot.ts';

const partMembers = ['text', 'refusal'];

/** Texts of a response or an event of its stream, which tells each text piece by piece and then whole. */
export function* textSlots(payload: Json): Generator<TextSlot> {
  const { type, delta } = payload;
  if (typeof delta === 'string') {
    const place = [payload.item_id ?? payload.output_index, payload.content_index, payload.summary_index].join(' ');
    yield { holder: payload, name: 'delta', answer: 0, block: `${type} ${place}`, logprobs: logprobsOf(payload) };
    return;
  }
  yield* withLogprobs(payload, ['text', 'refusal', 'arguments', 'input']);
  yield* withLogprobs(payload.part, partMembers);
  yield* slotsOfItem(payload.item);
  const response = isObject(payload.response) ? payload.response : payload;
  for (const item of Array.isArray(response.output) ? response.output : []) yield* slotsOfItem(item);
}

/** Says of a whole response that a content filter ended it. Events tell the end apart from texts. */
export function writeFilterFinish(payload: Json, ended: boolean): Json {
  if (!ended || payload.object !== 'response') return payload;
  return { ...payload, status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
}

function* slotsOfItem(item: unknown): Generator<TextSlot> {
  if (!isObject(item)) return;
  for (const list of [item.content, item.summary]) {
    for (const part of Array.isArray(list) ? list : []) yield* withLogprobs(part, partMembers);
  }
  yield* slotsAt(item, ['arguments', 'input'], 0, undefined);
}

function* withLogprobs(holder: unknown, names: readonly string[]): Generator<TextSlot> {
  for (const slot of slotsAt(holder, names, 0, undefined)) yield { ...slot, logprobs: logprobsOf(slot.holder) };
}

function logprobsOf(holder: Json) {
  return { holder, name: 'logprobs' };
}
