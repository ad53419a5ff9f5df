import type { Options, Secrets } from '@switchyard/contracts';
import { createTransport } from 'nodemailer';

/** What people are sent: plain text, in one language. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  readonly account: string;
  readonly password: string;
  readonly from: string;
}

const implicitTlsPort = 465;
const submissionPort = 587;
const timeoutMs = 10_000;

/** The server of the options; undefined while none is set. */
export function mailServer(options: Options, secrets: Secrets): MailServer | undefined {
  const { SMTPServer: host, SMTPPort: port, SMTPAccount: account, SMTPFrom, SMTPSSLEnabled } = options;
  const from = SMTPFrom || account;
  if (host === '' || from === '') return undefined;
  return { host, port, account, password: secrets.SMTPToken, from, secure: SMTPSSLEnabled || port === implicitTlsPort };
}

/**
 * Hands a mail to the server. On port 587 TLS is demanded (RFC 6409), elsewhere used when it is offered; without TLS no password is
 * sent but to this machine. Rejects with the server's words.
 */
export async function sendMail(server: MailServer, { to, subject, text }: Mail): Promise<void> {
  const { host, port, secure, account, password, from } = server;
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: port === submissionPort || (password !== '' && !secure && !isLocal),
    ...(password !== '' && { auth: { user: account, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    // An object is one address: a text would be read as a list.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
  } finally {
    transport.close();
  }
}
