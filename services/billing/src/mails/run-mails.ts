import { type MailServer, mailServer, openMail, sendMail } from '@switchyard/mail';
import { loop } from '../loop.ts';
import type { Ports, Running } from '../ports.ts';
import { readSettings } from '../settings.ts';
import { claimMails, dropMail, dropUselessMails, isMailDue, putOff, type QueuedMail } from './queue.ts';

const pauseMs = 1_000;

type MailPorts = Pick<Ports, 'db' | 'log' | 'optionKey'>;

/**
 * Sends the mails that others have queued. Instances skip each other's; a mail is repeated only when a process ends between the
 * server's yes and the deletion. While no server is set up mails wait, until they are of no more use.
 */
export function runMails(ports: MailPorts): Running {
  return loop(
    async () => ((await sendBatch(ports)) > 0 ? 0 : pauseMs),
    (error) => ports.log.error({ error }, 'queued mails cannot be sent, trying again'),
  );
}

/** Sends some of the mails that are due, and answers how many were tried. */
export async function sendBatch({ db, log, optionKey }: MailPorts): Promise<number> {
  for (const { id, attempts } of await dropUselessMails(db)) log.warn({ mail: id, attempts }, 'a mail was given up');
  if (!(await isMailDue(db))) return 0;
  const { options, secrets } = await readSettings(db, optionKey);
  const server = mailServer(options, secrets);
  if (!server) return 0;
  const mails = await claimMails(db);
  await Promise.all(mails.map((mail) => deliver({ db, log, optionKey }, server, mail)));
  return mails.length;
}

async function deliver({ db, log, optionKey }: MailPorts, server: MailServer, mail: QueuedMail): Promise<void> {
  try {
    await sendMail(server, openMail(optionKey, mail));
  } catch (error) {
    const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
    // Never the server's words: they repeat the recipient.
    log.warn({ mail: mail.id, attempts: mail.attempts, code, responseCode }, 'a mail was not taken');
    const isHopeless = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
    if (!isHopeless) return putOff(db, mail);
  }
  await dropMail(db, mail.id);
}
