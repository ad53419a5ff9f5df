import type { Json } from '../canonical.ts';
import { slotsAt, slotsWithin, type TextSlot } from '../text-slot.ts';
import { objectMember, objectsMember } from './members.ts';

/** Texts of a response or a chunk of one. */
export function* textSlots(payload: Json): Generator<TextSlot> {
  for (const candidate of objectsMember(payload, 'candidates')) {
    const answer = typeof candidate.index === 'number' ? candidate.index : 0;
    for (const part of objectsMember(objectMember(candidate, 'content'), 'parts')) {
      const logprobs = { holder: candidate, name: 'logprobsResult' };
      for (const slot of slotsAt(part, ['text'], answer, part.thought === true ? 'thought' : 'answer'))
        yield { ...slot, logprobs };
      yield* slotsWithin(objectMember(part, 'functionCall').args, answer);
      yield* slotsAt(part.executableCode, ['code'], answer, undefined);
      yield* slotsAt(part.codeExecutionResult, ['output'], answer, undefined);
    }
  }
}

/** Says of every candidate that a content filter ended it, or that nothing has ended it yet. */
export function writeFilterFinish(payload: Json, ended: boolean): Json {
  const candidates = objectsMember(payload, 'candidates').map(({ finishReason: _, ...candidate }) =>
    ended ? { ...candidate, finishReason: 'BLOCKLIST' } : candidate,
  );
  return candidates.length > 0 ? { ...payload, candidates } : payload;
}
