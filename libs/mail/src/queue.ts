import { open, type SealingKey, seal } from '@switchyard/crypto';
import type { Schema } from '@switchyard/db';
import { type Kysely, sql } from 'kysely';
import type { Mail } from './send.ts';

const dayMinutes = 1440;

/**
 * Leaves a mail to billing, which sends it after the caller's commit. Whether a mail is sent therefore changes no answer's
 * duration. Mails carry codes and links, so they are sealed. One that could not be sent within `usefulMinutes` is given up.
 */
export async function queueMail(
  db: Kysely<Schema>,
  optionKey: SealingKey,
  mail: Mail,
  usefulMinutes = dayMinutes,
): Promise<void> {
  const id = crypto.randomUUID();
  await db
    .insertInto('mails')
    .values({
      id,
      sealed: seal(optionKey, JSON.stringify(mail), placeOf(id)),
      give_up_at: sql`now() + make_interval(mins => ${usefulMinutes})`,
    })
    .execute();
}

/** A mail as it was left. */
export function openMail(optionKey: SealingKey, { id, sealed }: { id: string; sealed: string }): Mail {
  return JSON.parse(open(optionKey, sealed, placeOf(id)));
}

function placeOf(id: string) {
  return { table: 'mails', id, field: 'sealed' };
}
