import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';
import { slotsAt, type TextSlot } from '../text-slot.ts';

const messageMembers = ['reasoning_content', 'reasoning', 'content', 'refusal'];

/** Texts of a completion or an event of its stream, of chats and of the older API, and of transcripts. */
export function* textSlots(payload: Json): Generator<TextSlot> {
  for (const choice of listed(payload.choices)) {
    const answer = typeof choice.index === 'number' ? choice.index : 0;
    const logprobs = { holder: choice, name: 'logprobs' };
    for (const slot of slotsOfChoice(choice, answer)) yield { ...slot, logprobs };
  }
  const transcript = payload.type === 'transcript.text.delta' ? 'transcript' : undefined;
  yield* slotsAt(payload, ['delta', 'text'], 0, transcript);
  for (const segment of listed(payload.segments)) yield* slotsAt(segment, ['text'], 0, undefined);
}

function* slotsOfChoice(choice: Json, answer: number): Generator<TextSlot> {
  yield* slotsAt(choice, ['text'], answer, 'completion');
  const message = choice.delta ?? choice.message;
  yield* slotsAt(message, messageMembers, answer, 'message');
  if (!isObject(message)) return;
  yield* slotsAt(message.function_call, ['arguments'], answer, 'function_call');
  for (const [place, call] of listed(message.tool_calls).entries()) {
    yield* slotsAt(call.function, ['arguments'], answer, `call ${call.index ?? place}`);
    yield* slotsAt(call.custom, ['input'], answer, `call ${call.index ?? place}`);
  }
}

/** Says of every choice that a content filter ended it, or that nothing has ended it yet. */
export function writeFilterFinish(payload: Json, ended: boolean): Json {
  const choices = listed(payload.choices).map((choice) => ({
    ...choice,
    finish_reason: ended ? 'content_filter' : null,
  }));
  return choices.length > 0 ? { ...payload, choices } : payload;
}

function listed(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
