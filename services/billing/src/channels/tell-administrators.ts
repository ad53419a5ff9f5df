import type { Options } from '@switchyard/contracts';
import type { Schema } from '@switchyard/db';
import { queueMail } from '@switchyard/mail';
import type { Transaction } from 'kysely';
import { administratorAddresses } from '../administrators.ts';
import type { Ports } from '../ports.ts';

const hourMs = 3_600_000;

/** Writes to root and all administrators that a channel was switched off; at most once in an hour for each channel. */
export async function tellAdministrators(
  trx: Transaction<Schema>,
  { kv, optionKey }: Pick<Ports, 'kv' | 'optionKey'>,
  { SystemName, ServerAddress }: Options,
  { id, name, reason }: { readonly id: number; readonly name: string; readonly reason: string },
): Promise<void> {
  const addresses = await administratorAddresses(trx);
  if (addresses.length === 0 || !(await kv.limiter.hit(`channel-off:${id}`, 1, hourMs)).allowed) return;
  const link = ServerAddress && `\n\n${ServerAddress.replace(/\/$/, '')}/channel/edit/${id}`;
  const subject = `${SystemName}: channel ${name} was switched off`;
  const text = `Channel ${name} (${id}) was switched off: ${reason}${link}`;
  for (const to of addresses) await queueMail(trx, optionKey, { to, subject, text });
}
