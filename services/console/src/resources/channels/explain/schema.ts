import { type Static, Type } from 'typebox';

export const Question = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 256 }),
  /** Absent: that of the token or the user, else default. */
  group: Type.Optional(Type.String({ maxLength: 64 })),
  token_id: Type.Optional(Type.Integer({ minimum: 1 })),
  user_id: Type.Optional(Type.Integer({ minimum: 1 })),
  /** As in the path: chat, embeddings, images/generations ... */
  operation: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
});
export type Question = Static<typeof Question>;

const Named = { channel_id: Type.Integer(), name: Type.String() };

export const Explanation = Type.Object({
  group: Type.String(),
  /** Why the key may not use the model at all; '' when it may. */
  refused: Type.String(),
  /** By falling priority: the first one serves, the others step in when it fails. */
  tiers: Type.Array(Type.Array(Type.Object({ ...Named, weight: Type.Integer(), share: Type.Number() }))),
  excluded: Type.Array(Type.Object({ ...Named, reason: Type.String() })),
});
export type Explanation = Static<typeof Explanation>;
