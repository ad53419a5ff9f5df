import { mailServer, sendMail } from '@switchyard/mail';
import type { Context } from '../../../context.ts';
import { type Refusal, refuse } from '../../../http/answer.ts';

/** Sends a mail by the settings at once, and answers what the server said. */
export async function checkMail({ options }: Context, to: string): Promise<{ detail: string } | Refusal> {
  const settings = await options.read();
  const server = mailServer(settings, await options.secrets());
  if (!server) return refuse('Set SMTPServer, and SMTPFrom or SMTPAccount, first.');
  const text = `This mail shows that ${settings.SystemName} can send mail.`;
  try {
    await sendMail(server, { to, subject: `${settings.SystemName}: test`, text });
    return { detail: `${server.host} took the mail to ${to}.` };
  } catch (error) {
    return refuse(`${server.host} did not take the mail: ${(error as Error).message}`);
  }
}
