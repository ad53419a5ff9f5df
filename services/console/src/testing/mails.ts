import { deriveKeys } from '@switchyard/crypto';
import { type Mail, openMail } from '@switchyard/mail';
import type { TestConsole } from './console.ts';

/** Takes what was left for an address out of the queue, oldest first. */
export async function takeMails({ db, config }: TestConsole, address: string): Promise<Mail[]> {
  const { optionKey } = deriveKeys(config.secret);
  const rows = await db.selectFrom('mails').select(['id', 'sealed']).orderBy('created_at').execute();
  const taken = rows
    .map((row) => ({ id: row.id, mail: openMail(optionKey, row) }))
    .filter(({ mail }) => mail.to === address);
  for (const { id } of taken) await db.deleteFrom('mails').where('id', '=', id).execute();
  return taken.map(({ mail }) => mail);
}

/** The code that was mailed last to an address. */
export async function takeCode(testing: TestConsole, address: string): Promise<string> {
  const mail = (await takeMails(testing, address)).at(-1);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`no code was mailed to ${address}`);
  return code;
}
