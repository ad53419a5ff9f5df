import { type Static, Type } from 'typebox';

/** The relay's word on a channel: billing decides whether it is switched off or on again. */
export const ChannelNotice = Type.Object({
  channelId: Type.Integer({ minimum: 1 }),
  /** Which of several keys. */
  keyId: Type.Optional(Type.Integer({ minimum: 1 })),
  model: Type.String({ maxLength: 256 }),
  /** `credential`: the key or account is refused. `breaker`: too many failures in its window. */
  cause: Type.Union([Type.Literal('credential'), Type.Literal('breaker'), Type.Literal('recovered')]),
  /** Scrubbed text for administrators. */
  reason: Type.String({ maxLength: 500 }),
});
export type ChannelNotice = Static<typeof ChannelNotice>;
