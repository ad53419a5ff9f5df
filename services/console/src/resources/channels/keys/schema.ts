import { type Static, Type } from 'typebox';

/** `random` and `round_robin`: one channel with several keys, of which each request takes one. */
export const SeveralKeysMode = Type.Enum(['random', 'round_robin']);
export const KeyMode = Type.Enum(['single', 'random', 'round_robin']);

const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const KeyId = Type.Object({ id, key_id: id });

export const NewKeys = Type.Object({
  /** One per line. Never answered. */
  key: Type.String({ maxLength: 200_000 }),
  /** For a channel that had one key until now. */
  key_mode: Type.Optional(SeveralKeysMode),
});
export type NewKeys = Static<typeof NewKeys>;

/** 1 enabled, 2 disabled. */
export const KeySwitch = Type.Object({ status: Type.Integer({ minimum: 1, maximum: 2 }) });

export const KeyView = Type.Object({
  id: Type.Integer(),
  mask: Type.String(),
  /** 1 enabled, 2 disabled, 3 disabled by the system. */
  status: Type.Integer(),
  status_reason: Type.String(),
  status_time: Type.Integer(),
  created_time: Type.Integer(),
});
export type KeyView = Static<typeof KeyView>;

/** No items: the channel has one key, in a field of its own. */
export const KeyList = Type.Object({ key_mode: KeyMode, items: Type.Array(KeyView) });
export type KeyList = Static<typeof KeyList>;
export const KeysAdded = Type.Object({ added: Type.Integer() });
