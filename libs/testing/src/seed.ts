import { generateTokenKey, hashTokenKey, type Keys, maskTokenKey, seal } from '@switchyard/crypto';
import { type Database, post, type Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';

/** Rows as the console writes them, for tests and benchmarks that need no console. */

export async function seedUser(
  db: Database,
  fields: { username: string; balance: number; role?: number; group?: string },
) {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        username: fields.username,
        email: null,
        password_hash: null,
        deleted_at: null,
        role: fields.role ?? 1,
        group: fields.group ?? 'default',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('accounts').values({ user_id: id }).execute();
    if (fields.balance > 0) {
      await post(trx, { kind: 'gift', reference: `seed-${id}`, userId: id, amount: fields.balance });
    }
    return id;
  });
}

export interface SeedToken {
  readonly userId: number;
  readonly name?: string;
  /** Absent: unlimited. */
  readonly remain?: number;
  readonly models?: readonly string[];
  readonly allowedIps?: readonly string[];
  readonly deniedIps?: readonly string[];
  readonly dailyBudget?: number;
  readonly monthlyBudget?: number;
  readonly limitMessage?: string;
  readonly group?: string;
  readonly status?: number;
  readonly expiresAt?: Date;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly concurrency?: number;
}

export async function seedToken(db: Database, keys: Keys, fields: SeedToken): Promise<{ id: number; key: string }> {
  const key = generateTokenKey();
  const { id } = await db
    .insertInto('tokens')
    .values({
      user_id: fields.userId,
      key_hash: hashTokenKey(keys.tokenPepper, key),
      key_sealed: 'sealed by the console',
      key_mask: maskTokenKey(key),
      name: fields.name ?? 'test',
      status: fields.status ?? 1,
      accessed_at: null,
      deleted_at: null,
      expires_at: fields.expiresAt ?? null,
      remain_quota: fields.remain ?? 0,
      unlimited_quota: fields.remain === undefined,
      model_limits_enabled: fields.models !== undefined,
      model_limits: [...(fields.models ?? [])],
      allow_ips: [...(fields.allowedIps ?? [])],
      deny_ips: [...(fields.deniedIps ?? [])],
      daily_budget: fields.dailyBudget ?? 0,
      monthly_budget: fields.monthlyBudget ?? 0,
      limit_message: fields.limitMessage ?? '',
      group: fields.group ?? '',
      rpm_limit: fields.requestsPerMinute ?? 0,
      tpm_limit: fields.tokensPerMinute ?? 0,
      concurrency_limit: fields.concurrency ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, key };
}

export interface SeedChannel {
  readonly baseUrl: string;
  readonly models: readonly string[];
  readonly type?: number;
  readonly key?: string;
  /** Several, taken in turn, instead of one. */
  readonly keys?: readonly string[];
  readonly other?: string;
  readonly name?: string;
  readonly groups?: readonly string[];
  readonly priority?: number;
  readonly weight?: number;
  readonly modelMapping?: Record<string, string>;
  readonly statusCodeMapping?: Record<string, string | number>;
  readonly paramOverride?: Record<string, unknown>;
  readonly setting?: Record<string, unknown>;
}

export async function seedChannel(db: Database, keys: Keys, fields: SeedChannel): Promise<number> {
  const { groups = ['default'], models, priority = 0, weight = 0 } = fields;
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('channels')
      .values({
        type: fields.type ?? 1,
        name: fields.name ?? 'test',
        key_sealed: '',
        status_changed_at: null,
        tag: null,
        tested_at: null,
        balance_updated_at: null,
        base_url: fields.baseUrl,
        other: fields.other ?? '',
        models: [...models],
        groups: [...groups],
        model_mapping: JSON.stringify(fields.modelMapping ?? {}),
        status_code_mapping: JSON.stringify(fields.statusCodeMapping ?? {}),
        param_override: JSON.stringify(fields.paramOverride ?? {}),
        setting: JSON.stringify(fields.setting ?? {}),
        priority,
        weight,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sealed = seal(keys.channelKey, fields.key ?? 'sk-upstream', { table: 'channels', id, field: 'key' });
    await trx.updateTable('channels').set({ key_sealed: sealed }).where('id', '=', id).execute();
    if (fields.keys) await seedChannelKeys(trx, keys, id, fields.keys);
    const rows = groups.flatMap((group) =>
      models.map((model) => ({ group, model, channel_id: id, enabled: true, priority, weight })),
    );
    if (rows.length > 0) await trx.insertInto('abilities').values(rows).execute();
    return id;
  });
}

async function seedChannelKeys(trx: Transaction<Schema>, keys: Keys, channelId: number, texts: readonly string[]) {
  await trx
    .updateTable('channels')
    .set({ key_mode: 'round_robin', key_sealed: '' })
    .where('id', '=', channelId)
    .execute();
  for (const text of texts) {
    const { id } = await trx
      .insertInto('channel_keys')
      .values({ channel_id: channelId, key_sealed: '', key_hash: Buffer.from(text), key_mask: '**********' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sealed = seal(keys.channelKey, text, { table: 'channel_keys', id, field: 'key' });
    await trx.updateTable('channel_keys').set({ key_sealed: sealed }).where('id', '=', id).execute();
  }
}

/** A price card (libs/pricing) for a model of a test of its own. */
export async function seedPrice(
  db: Database,
  model: string,
  card: Record<string, string | Record<string, string>>,
): Promise<void> {
  await db
    .insertInto('price_cards')
    .values({ model, card: JSON.stringify(card) })
    .onConflict((conflict) => conflict.column('model').doUpdateSet({ card: JSON.stringify(card) }))
    .execute();
}
