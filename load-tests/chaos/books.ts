import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openKv, type WalletState } from '@switchyard/kv';
import type { Customer, Plant } from '../plant/plant.ts';

const auditProgram = fileURLToPath(import.meta.resolve('../../services/billing/src/audit/main.ts'));

/** Charges in the journal by request id. */
export async function readCharges({ db }: Plant): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('journal')
    .select(['reference', 'amount'])
    .where('kind', '=', 'consume')
    .orderBy('reference')
    .execute();
  const charges = new Map(rows.map(({ reference, amount }) => [reference, -amount]));
  if (charges.size < rows.length) throw new Error('A request is in the journal twice.');
  return charges;
}

export async function readAccount({ db }: Plant, { userId, tokenId }: Customer) {
  const account = await db
    .selectFrom('accounts')
    .innerJoin('tokens', 'tokens.user_id', 'accounts.user_id')
    .where('accounts.user_id', '=', userId)
    .where('tokens.id', '=', tokenId)
    .select(['balance', 'accounts.sequence', 'remain_quota as remain', 'frozen'])
    .executeTakeFirstOrThrow();
  const consumed = await db
    .selectFrom('journal')
    .where('user_id', '=', userId)
    .where('kind', '=', 'consume')
    .select((select) => select.fn.sum<number | null>('amount').as('sum'))
    .executeTakeFirstOrThrow();
  return { ...account, consumed: -Number(consumed.sum ?? 0) };
}

export async function readWallet({ redis }: Plant, { userId }: Customer): Promise<WalletState | undefined> {
  const kv = await openKv({ redisUrl: redis.url });
  try {
    return await kv.wallet.read(userId);
  } finally {
    await kv.close();
  }
}

/** Runs the audit as an operator would; undefined when everything adds up, else what it printed. */
export function auditProblems({ env }: Pick<Plant, 'env'>): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(process.execPath, [auditProgram], { env }, (error, stdout, stderr) => {
      resolve(error ? `${stdout}${stderr}` : undefined);
    });
  });
}
