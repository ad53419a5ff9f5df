import { option, secret } from './definition.ts';
import { flag, integer, line } from './kinds.ts';

/** The server that sends mail for us. */
export const mailOptions = {
  SMTPServer: option(line(0, 253), ''),
  SMTPPort: option(integer(1, 65_535), '587'),
  SMTPAccount: option(line(0, 254), ''),
  /** Empty: the account. */
  SMTPFrom: option(line(0, 320), ''),
  /** TLS from the first byte; always on port 465. */
  SMTPSSLEnabled: option(flag, 'false'),
  /** Balance under which a user is told, unless they chose another. */
  QuotaRemindThreshold: option(integer(0, 1e15), '1000'),
};

export const mailSecrets = {
  SMTPToken: secret(line(0, 500)),
};
