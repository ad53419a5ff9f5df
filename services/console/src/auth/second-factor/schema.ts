import { Type } from 'typebox';

export const SecondFactorView = Type.Object({
  enabled: Type.Boolean(),
  /** Not yet used. */
  backup_codes: Type.Integer(),
});

/** For an authenticator app; shown this once. */
export const TotpSetup = Type.Object({
  /** Base32, to type. */
  secret: Type.String(),
  /** `otpauth://…` */
  uri: Type.String(),
  /** The uri as a picture: a data URI of a PNG. */
  qr_code: Type.String(),
});

/** Shown this once. */
export const BackupCodes = Type.Object({ backup_codes: Type.Array(Type.String()) });
