import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';
import { slotsAt, slotsWithin, type TextSlot } from '../text-slot.ts';

const members = ['text', 'thinking', 'partial_json'];

/** Texts of a message or an event of its stream. */
export function* textSlots(payload: Json): Generator<TextSlot> {
  const block = `block ${payload.index ?? 0}`;
  yield* slotsAt(payload.delta, members, 0, block);
  yield* slotsAt(payload.content_block, members, 0, block);
  for (const part of Array.isArray(payload.content) ? payload.content : []) {
    yield* slotsAt(part, members, 0, undefined);
    if (isObject(part)) yield* slotsWithin(part.input, 0);
  }
}

/** Says of a whole message that a content filter ended it. Events tell the end apart from texts. */
export function writeFilterFinish(payload: Json, ended: boolean): Json {
  return ended && payload.type === 'message' ? { ...payload, stop_reason: 'refusal', stop_sequence: null } : payload;
}
