import { randomBytes } from 'node:crypto';
import { sealNotifySecret } from '@switchyard/crypto';
import { parseHttpUrl } from '@switchyard/http';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import type { SettingChange, SettingOutcome } from './schema.ts';

/**
 * Sets how a user is told of things. The first address of a webhook, and `renew_notify_secret`, make the secret that signs what is
 * sent there (Standard Webhooks).
 */
export async function changeSettings(
  { db, keys }: Context,
  actor: Actor,
  { renew_notify_secret: renew = false, ...change }: Static<typeof SettingChange>,
): Promise<Static<typeof SettingOutcome> | Refusal> {
  const webhook = readWebhook(change.notify_webhook);
  if (webhook instanceof Refusal) return webhook;
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select(['notify_webhook', 'notify_secret'])
      .where('id', '=', actor.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const secret = renew || (webhook && !before.notify_secret) ? `whsec_${randomBytes(32).toString('base64')}` : '';
    const values = omitUndefined({
      ...change,
      notify_webhook: webhook,
      notify_secret: secret ? sealNotifySecret(keys.optionKey, actor.id, secret) : undefined,
    });
    if (Object.keys(values).length === 0) return { notify_secret: '' };
    await trx.updateTable('users').set(values).where('id', '=', actor.id).execute();
    if (webhook !== undefined && webhook !== before.notify_webhook) {
      // Of the address no more: at many receivers its path is the secret.
      await writeLog(
        trx,
        logTypes.manage,
        actor,
        `Changed the webhook for notices to ${webhook ? new URL(webhook).host : 'none'}`,
      );
    }
    if (secret) await writeLog(trx, logTypes.manage, actor, 'Made a new secret for the webhook');
    return { notify_secret: secret };
  });
}

/** Where the address leads is judged at each call; here, whether it can be one. */
function readWebhook(text: string | undefined): string | undefined | Refusal {
  const address = text?.trim();
  if (!address) return address;
  try {
    if (parseHttpUrl(address).protocol === 'https:') return address;
  } catch {
    // Falls through: not an address.
  }
  return refuse('The webhook must be an https address without a password, such as https://hooks.example.com/notices.');
}
