import type { Json } from '../dialects/canonical.ts';

/** What a host did not take. */
export interface Refusal {
  readonly status: number;
  /** Text of its answer, 64 KiB of it at most. */
  readonly body: string;
  /** The upstream's name of the model: at some hosts only the address has it. */
  readonly model: string;
  /** The object that was sent, read when it is asked for. */
  sent(): Json;
  /** The client wrote a member of this name itself. */
  isClients(member: string): boolean;
}

/** How a refused request is asked once more, at the same channel. */
export interface Amendment {
  /** What stands in its place, by the name of the member; undefined leaves it out. */
  readonly members: Json;
  /**
   * What the host refused is not of this request but of all that we write: the members, as they were sent. When the change helps, the
   * next hour's requests for the model that would say just the same are sent so at once.
   */
  readonly lasts?: Json;
}

/**
 * What to change in a request that was refused; undefined when the refusal stands. The text may repeat what the client wrote: it proves
 * nothing without a look at what was sent.
 */
export type Amend = (refusal: Refusal) => Amendment | undefined;

/** What the client is told of a member with what stands in its place now. */
export function amendedReason(value: unknown): string {
  return value === undefined ? 'the host refused it' : 'the host refused it as it was';
}

/** Leaves members out that were sent; undefined when none of them was. What was sent is only read for a name. */
export function without({ sent }: Pick<Refusal, 'sent'>, ...members: string[]): Amendment | undefined {
  if (members.length === 0) return undefined;
  const body = sent();
  const found = members.filter((member) => Object.hasOwn(body, member));
  return found.length === 0 ? undefined : { members: Object.fromEntries(found.map((member) => [member, undefined])) };
}
