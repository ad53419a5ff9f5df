import { type TSchema, Type } from 'typebox';

/** An expected "no" with a sentence for the person who asked. It is answered as HTTP 200 with success false. */
export class Refusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export function refuse(reason: string): Refusal {
  return new Refusal(reason);
}

export interface Answer<Data> {
  success: boolean;
  message: string;
  data?: Data;
}

/** The envelope of every console answer. */
export function answer(refusal: Refusal): Answer<never>;
export function answer<Data>(outcome: Data | Refusal): Answer<Data>;
export function answer<Data>(outcome: Data | Refusal): Answer<Data> {
  if (outcome instanceof Refusal) return { success: false, message: outcome.reason };
  return { success: true, message: '', data: outcome };
}

/** Response schema: what it does not name is never sent. */
export function answerOf<Data extends TSchema>(data: Data) {
  return { 200: Type.Object({ success: Type.Boolean(), message: Type.String(), data: Type.Optional(data) }) };
}

export const emptyAnswer = answerOf(Type.Null());
