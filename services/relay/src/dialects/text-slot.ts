import type { Json } from './canonical.ts';
import { isObject } from './json.ts';

/** A member of an answer, or of an event of one, that holds text which the model wrote. */
export interface TextSlot {
  readonly holder: Json;
  readonly name: string;
  /** Which answer of several it belongs to. */
  readonly answer: number;
  /** Slots of one block one after the other are one text; undefined: this one is whole. */
  readonly block: string | undefined;
  /** Where the same text stands once more, token by token. */
  readonly logprobs?: { readonly holder: Json; readonly name: string };
}

/** A slot for each of the members that is a text; more text, in what lists under these names have as `text`. */
export function* slotsAt(
  holder: unknown,
  names: readonly string[],
  answer: number,
  block: string | undefined,
): Generator<TextSlot> {
  if (!isObject(holder)) return;
  for (const name of names) {
    const value = holder[name];
    const ownBlock = block === undefined ? undefined : `${block}.${name}`;
    // Empty ones say nothing, and must not part what stands on both sides of them.
    if (typeof value === 'string' && value !== '') yield { holder, name, answer, block: ownBlock };
    else if (Array.isArray(value)) for (const part of value) yield* slotsAt(part, ['text'], answer, ownBlock);
  }
}

/** Every text in a JSON value, such as the arguments of a call. */
export function* slotsWithin(value: unknown, answer: number): Generator<TextSlot> {
  if (!isObject(value) && !Array.isArray(value)) return;
  const holder = value as Json;
  for (const [name, member] of Object.entries(holder)) {
    if (typeof member === 'string') yield { holder, name, answer, block: undefined };
    else yield* slotsWithin(member, answer);
  }
}
