import type { KnownNames } from './known-names.ts';

/** A body as the client sent it, whatever its media type: members are read and changed one at a time. */
export interface RequestBody {
  /** Of what `write` answers. */
  readonly contentType: string;
  readonly byteLength: number;
  has(key: string): boolean;
  /** First byte of the member's value as a character; '' when the member is absent. Tells its type without parsing. */
  startOf(key: string): string;
  /** Length of the member's text in bytes; 0 when absent. */
  lengthOf(key: string): number;
  /** Whether these bytes stand in a member's text. Tells without parsing that there is nothing to look for. */
  includes(key: string, bytes: Buffer): boolean;
  /** Whether a member is an array with an element that is not an object with this member. Tells it without parsing. */
  hasElementWithout(key: string, member: string): boolean;
  /** Whether a member is an array of more than `most` elements. Tells it without parsing. */
  hasMoreElements(key: string, most: number): boolean;
  /** JSON text of a member, or undefined when it is absent. */
  text(key: string): string | undefined;
  /** Parsed member; undefined when absent. Throws a GatewayError (400) when its text is not JSON. */
  read(key: string): unknown;
  /** Names of members that hosts may take for known ones, though other letters of them are capitals, and those that are told. */
  notable(known: KnownNames): readonly string[];
  /** Pictures and sound in the body: how many, and how many bytes of it they are. */
  embedded(): { count: number; bytes: number };
  /** All members. For the few paths that need them; costs a parse. */
  parse(): Record<string, unknown>;
  /**
   * The body for an upstream: as the client sent it, but with the members of `set` (name → JSON text) and without those
   * of `drop`. The answer of an earlier call is no longer valid.
   */
  write(set: ReadonlyMap<string, string>, drop?: readonly string[]): Buffer;
  /** Ends the use of this body and of everything `write` answered; its memory serves another. */
  release(): void;
}
