import type { Options } from '@switchyard/contracts';
import { queueMail } from '@switchyard/mail';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';
import { queueDelivery } from './deliveries.ts';

const usersAtOnce = 100;

interface LowBalance {
  readonly userId: number;
  readonly balance: number;
  readonly threshold: number;
  /** null: no mail is wanted, or no address was proved. */
  readonly email: string | null;
  readonly hasWebhook: boolean;
}

/**
 * Tells users whose balance fell below their threshold, by mail and webhook as they wish; each at most once in 2 hours. Looks at
 * accounts that changed within 10 minutes, at most 100 users at a time, and answers how many were told.
 */
export async function warnOfLowQuota(
  { db, optionKey }: Pick<Ports, 'db' | 'optionKey'>,
  options: Options,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<LowBalance>`
      WITH low AS (
        SELECT user_id, balance, coalesce(quota_warning_threshold, ${options.QuotaRemindThreshold}) AS threshold,
               CASE WHEN notify_email THEN email END AS email, notify_webhook <> '' AND notify_secret <> '' AS has_webhook
        FROM accounts JOIN users ON users.id = user_id
        WHERE accounts.changed_at > now() - interval '10 minutes' AND used_quota > 0
          AND balance < coalesce(quota_warning_threshold, ${options.QuotaRemindThreshold})
          AND coalesce(quota_warning_threshold, ${options.QuotaRemindThreshold}) > 0
          AND status = 1 AND deleted_at IS NULL
      ), claimed AS (
        INSERT INTO quota_warnings AS earlier (user_id)
        SELECT user_id FROM low
        WHERE (email IS NOT NULL OR has_webhook) AND NOT EXISTS (
          SELECT FROM quota_warnings AS recent
          WHERE recent.user_id = low.user_id AND recent.warned_at > now() - interval '2 hours'
        )
        ORDER BY user_id LIMIT ${usersAtOnce}
        ON CONFLICT (user_id) DO UPDATE SET warned_at = now() WHERE earlier.warned_at <= now() - interval '2 hours'
        RETURNING user_id
      )
      SELECT user_id AS "userId", balance, threshold, email, has_webhook AS "hasWebhook" FROM low JOIN claimed USING (user_id)
    `.execute(trx);
    for (const { userId, balance, threshold, email, hasWebhook } of rows) {
      if (email !== null) await queueMail(trx, optionKey, { to: email, ...letter(options, balance, threshold) });
      if (hasWebhook) await queueDelivery(trx, userId, 'quota.low', { user_id: userId, quota: balance, threshold });
    }
    return rows.length;
  });
}

function letter({ SystemName, ServerAddress, ...options }: Options, balance: number, threshold: number) {
  const lines = [
    `Your balance is ${shown(options, balance)}. You are told when it falls below ${shown(options, threshold)}.`,
    ...(ServerAddress
      ? [`Top up: ${ServerAddress}/topup`, `Change or switch off these notices: ${ServerAddress}/setting`]
      : []),
  ];
  return { subject: `${SystemName}: your balance is low`, text: lines.join('\n\n') };
}

function shown(
  { DisplayInCurrencyEnabled, QuotaPerUnit }: Pick<Options, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>,
  quota: number,
) {
  return DisplayInCurrencyEnabled ? `${(quota / QuotaPerUnit).toFixed(4)} USD` : `${quota} quota`;
}
