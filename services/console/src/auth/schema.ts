import { Type } from 'typebox';

const secret = Type.String({ minLength: 1, maxLength: 512 });

export const Credentials = Type.Object({
  /** Or the e-mail address. */
  username: Type.String({ minLength: 1, maxLength: 254 }),
  password: secret,
});

export const SignInView = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  display_name: Type.String(),
  role: Type.Integer(),
  status: Type.Integer(),
  group: Type.String(),
  must_change_password: Type.Boolean(),
  /** Of the interface; empty: as the browser says. */
  language: Type.String(),
});

/** Signed in; or the first factor was right, and `POST /api/user/login/2fa` is next. */
export const SignInOutcome = Type.Union([SignInView, Type.Object({ require_2fa: Type.Literal(true) })]);

/** Of an authenticator app, or a backup code. */
export const SecondFactorCode = Type.Object({ code: Type.String({ minLength: 6, maxLength: 40 }) });

/** What shows again who is there. */
export const Confirmation = Type.Object({
  password: Type.Optional(secret),
  code: Type.Optional(SecondFactorCode.properties.code),
});

export const SessionView = Type.Object({
  id: Type.String({ format: 'uuid' }),
  /** The one of this call. */
  current: Type.Boolean(),
  method: Type.String(),
  second_factor: Type.Boolean(),
  ip: Type.String(),
  user_agent: Type.String(),
  created_time: Type.Integer(),
  last_seen_time: Type.Integer(),
});

export const SessionId = Type.Object({ id: Type.String({ format: 'uuid' }) });

export const ClosedSessions = Type.Object({ closed: Type.Integer() });
