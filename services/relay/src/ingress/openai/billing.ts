import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import { refuse } from '../../errors.ts';
import type { Admitted } from '../admit.ts';

const unlimitedUsd = 100_000_000;

/**
 * The figures that desktop clients of the OpenAI API show as a balance (the dashboard calls OpenAI had until 2023):
 * the token's or its owner's, by the option DisplayTokenStatEnabled.
 */
export function billingRoutes(app: FastifyInstance, relay: Relay, prefix: string): void {
  app.get(`${prefix}/dashboard/billing/subscription`, async (request) => {
    const figures = await readFigures(relay, request.admitted);
    const limitUsd = figures.unlimited ? unlimitedUsd : usd(figures.remain + figures.used, figures.quotaPerUnit);
    return {
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: limitUsd,
      hard_limit_usd: limitUsd,
      system_hard_limit_usd: limitUsd,
      access_until: figures.expiresAt,
    };
  });
  app.get(`${prefix}/dashboard/billing/usage`, async (request) => {
    const figures = await readFigures(relay, request.admitted);
    return { object: 'list', total_usage: usd(figures.used * 100, figures.quotaPerUnit) };
  });
}

async function readFigures(relay: Relay, { caller, snapshot }: Admitted) {
  const row = await relay.db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.user_id', 'tokens.user_id')
    .where('tokens.id', '=', caller.tokenId)
    .select([
      'tokens.spendable as tokenRemain',
      'tokens.used_quota as tokenUsed',
      'accounts.balance as userRemain',
      'accounts.used_quota as userUsed',
    ])
    .executeTakeFirst()
    .catch((error) => {
      relay.log.error({ err: error }, 'a balance cannot be read');
      throw refuse('unavailable', 'the balance cannot be read');
    });
  if (!row) throw refuse('invalid_key');
  const ofToken = snapshot.options.DisplayTokenStatEnabled;
  return {
    remain: ofToken ? row.tokenRemain : row.userRemain,
    used: ofToken ? row.tokenUsed : row.userUsed,
    unlimited: ofToken && !caller.limited,
    expiresAt: caller.expiresAt === undefined ? 0 : Math.floor(caller.expiresAt / 1000),
    quotaPerUnit: snapshot.options.QuotaPerUnit,
  };
}

function usd(quota: number, quotaPerUnit: number): number {
  return Number((quota / quotaPerUnit).toFixed(6));
}
