import { Type } from 'typebox';

const credential = Type.String({ minLength: 1, maxLength: 512 });

export const Credentials = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 254 }),
  password: credential,
});

export const SignInView = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  display_name: Type.String(),
  role: Type.Integer(),
  status: Type.Integer(),
  group: Type.String(),
  must_change_password: Type.Boolean(),
});

export const SelfView = Type.Object({
  ...SignInView.properties,
  email: Type.String(),
  quota: Type.Integer(),
  used_quota: Type.Integer(),
  request_count: Type.Integer(),
});

/** What users may change about themselves. Everything else in the body is dropped. */
export const SelfChange = Type.Object({
  display_name: Type.Optional(Type.String({ maxLength: 20 })),
  /** Empty: unchanged. */
  password: Type.Optional(Type.String({ maxLength: 512 })),
  original_password: Type.Optional(Type.String({ maxLength: 512 })),
});

export const UsableGroups = Type.Record(Type.String(), Type.Object({ ratio: Type.Number(), desc: Type.String() }));
