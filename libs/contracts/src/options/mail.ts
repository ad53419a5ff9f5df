import { option, rootOption, secret } from './definition.ts';
import { flag, integer, line } from './kinds.ts';

/** The server that sends mail for us: it reads the password and every link of a mail, so it is root's choice. */
export const mailOptions = {
  SMTPServer: rootOption(line(0, 253), ''),
  SMTPPort: rootOption(integer(1, 65_535), '587'),
  SMTPAccount: rootOption(line(0, 254), ''),
  /** Empty: the account. */
  SMTPFrom: rootOption(line(0, 320), ''),
  /** TLS from the first byte; always on port 465. */
  SMTPSSLEnabled: rootOption(flag, 'false'),
  /** Balance under which a user is told, unless they chose another. */
  QuotaRemindThreshold: option(integer(0, 1e15), '1000'),
};

export const mailSecrets = {
  SMTPToken: secret(line(0, 500)),
};
