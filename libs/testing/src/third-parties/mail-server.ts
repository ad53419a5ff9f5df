import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface FakeMailServer {
  readonly port: number;
  /** Newest last. */
  readonly mails: ReceivedMail[];
  /** The one account, which must sign in before it sends. */
  readonly account: string;
  readonly password: string;
  /** Recipients that are unknown here: refused for good, with 550. */
  readonly unknown: Set<string>;
  /** Passwords that were tried. */
  readonly tried: string[];
  close(): Promise<void>;
}

/** A mail server that keeps what it gets. `port`: where one was down before. */
export async function fakeMailServer(port = 0): Promise<FakeMailServer> {
  const account = 'gateway@mail.example';
  const password = 'canary-smtp-password';
  const mails: ReceivedMail[] = [];
  const unknown = new Set<string>();
  const tried: string[] = [];
  const server = new SMTPServer({
    // Its certificate would be nobody's; this machine is trusted without one.
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth({ username, password: given }, _session, done) {
      tried.push(given ?? '');
      const isRight = username === account && given === password;
      done(isRight ? null : refusal(535, 'authentication failed'), isRight ? { user: username } : undefined);
    },
    onRcptTo({ address }, _session, done) {
      done(unknown.has(address) ? refusal(550, 'no such mail box') : null);
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const { mailFrom, rcptTo } = session.envelope;
      mails.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        ...read(Buffer.concat(chunks).toString('latin1')),
      });
      done();
    },
  });
  server.on('error', () => {});
  // Also at 127.0.0.2, which callers take for another machine.
  await new Promise<void>((resolve) => server.listen(port, '0.0.0.0', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    account,
    password,
    unknown,
    tried,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Subject and text of a message of one part (RFC 5322), whatever it was packed in for the way (RFC 2045). */
function read(message: string): Pick<ReceivedMail, 'subject' | 'text'> {
  const end = message.indexOf('\r\n\r\n');
  const head = message.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  const body = unpack(message.slice(end + 4), header('content-transfer-encoding').toLowerCase());
  return { subject: header('subject'), text: body.toString('utf8').replaceAll('\r\n', '\n').trim() };
}

function unpack(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
