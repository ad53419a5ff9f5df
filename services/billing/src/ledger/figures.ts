import type { Database } from '@switchyard/db';
import type { AccountState, Kv, TokenState } from '@switchyard/kv';
import { sql } from 'kysely';

/** What Postgres says of a user at one moment, in the terms of the wallet. */
export interface Figures {
  readonly userId: number;
  readonly account: AccountState;
  readonly tokens: TokenState[];
  readonly holds: { readonly id: string; readonly journaled: number }[];
}

/**
 * Reads the figures of accounts, and those of tokens and holds under their owners; what does not exist is left out.
 * One statement, hence one moment: a hold's sum newer than the balance would free money that is spent.
 */
export async function readFigures(
  db: Database,
  { userIds, tokenIds = [], holdIds = [] }: { userIds: number[]; tokenIds?: number[]; holdIds?: string[] },
): Promise<Figures[]> {
  const { rows } = await sql<Row>`
    WITH token AS (
      SELECT user_id, json_agg(json_build_object('id', id, 'version', sequence, 'remain', spendable)) AS tokens
      FROM tokens WHERE id = ANY(${tokenIds}::bigint[]) GROUP BY user_id
    ), hold AS (
      SELECT user_id, json_agg(json_build_object('id', id, 'journaled', journaled)) AS holds
      FROM holds WHERE id = ANY(${holdIds}::text[]) GROUP BY user_id
    )
    SELECT user_id, balance, sequence, frozen, tokens, holds
    FROM accounts LEFT JOIN token USING (user_id) LEFT JOIN hold USING (user_id)
    WHERE user_id = ANY(${userIds}::bigint[])
  `.execute(db);
  return rows.map(({ user_id, balance, sequence, frozen, tokens, holds }) => ({
    userId: user_id,
    account: { version: sequence, base: balance, frozen },
    tokens: tokens ?? [],
    holds: holds ?? [],
  }));
}

/** Hands the figures to the wallet; repeatable, in any order. */
export async function applyFigures(kv: Kv, figures: readonly Figures[]): Promise<void> {
  await Promise.all(
    figures.map(({ userId, account, tokens, holds }) => kv.wallet.apply(userId, account, tokens, holds)),
  );
}

interface Row {
  user_id: number;
  balance: number;
  sequence: number;
  frozen: boolean;
  tokens: TokenState[] | null;
  holds: { id: string; journaled: number }[] | null;
}
