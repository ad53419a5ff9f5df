import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

const milliseconds = Type.Integer({ minimum: 1, maximum: 3_600_000 });

/** The JSON of a channel's `setting`. */
export const ChannelSetting = Type.Object({
  /** HTTP proxy for calls to this channel. */
  proxy: Type.Optional(Type.String({ maxLength: 500 })),
  timeouts: Type.Optional(
    Type.Object({
      connectMs: Type.Optional(milliseconds),
      firstByteMs: Type.Optional(milliseconds),
      idleMs: Type.Optional(milliseconds),
      totalMs: Type.Optional(milliseconds),
    }),
  ),
  /** Reads an answer to its end, and charges it, when the client has left. */
  drain: Type.Optional(Type.Boolean()),
  /** Further headers; {key} becomes the channel's key, null leaves a header out. */
  headers: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.Union([Type.String({ maxLength: 2000 }), Type.Null()])),
  ),
});
export type ChannelSetting = Static<typeof ChannelSetting>;

const check = Compile(ChannelSetting);

/** The setting as stored, or undefined when it does not have this shape. */
export function parseChannelSetting(value: unknown): ChannelSetting | undefined {
  return check.Check(value) ? value : undefined;
}
