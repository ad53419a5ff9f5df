import { groupsOf } from '@switchyard/contracts';
import type { Database } from '@switchyard/db';
import type { LimitScope } from '@switchyard/kv';
import { AddressRules } from './address-rules.ts';
import type { Caller } from './caller.ts';

/** Reads the token with this hash and its owner; undefined when there is none or either is deleted. */
export async function loadCaller(db: Database, keyHash: Buffer): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.key_hash', '=', keyHash)
    .where('tokens.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .select([
      'tokens.id as tokenId',
      'tokens.name as tokenName',
      'tokens.status as tokenStatus',
      'tokens.expires_at as expiresAt',
      'tokens.unlimited_quota as unlimited',
      'tokens.model_limits_enabled as modelsLimited',
      'tokens.model_limits as models',
      'tokens.allow_ips as allowedIps',
      'tokens.deny_ips as deniedIps',
      'tokens.daily_budget as dailyBudget',
      'tokens.monthly_budget as monthlyBudget',
      'tokens.limit_message as limitMessage',
      'tokens.group as tokenGroup',
      'tokens.rpm_limit as tokenRpm',
      'tokens.tpm_limit as tokenTpm',
      'tokens.concurrency_limit as tokenConcurrency',
      'users.id as userId',
      'users.username',
      'users.status as userStatus',
      'users.role',
      'users.group as userGroup',
      'users.rpm_limit as userRpm',
      'users.tpm_limit as userTpm',
      'users.concurrency_limit as userConcurrency',
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const userGroups = groupsOf(row.userGroup);
  const limits = { quota: !row.unlimited, daily: row.dailyBudget > 0, monthly: row.monthlyBudget > 0 };
  return {
    tokenId: row.tokenId,
    tokenName: row.tokenName,
    tokenStatus: row.tokenStatus,
    expiresAt: row.expiresAt?.getTime(),
    limits,
    limited: limits.quota || limits.daily || limits.monthly,
    models: row.modelsLimited ? new Set(row.models) : undefined,
    addresses: AddressRules.of(row.allowedIps, row.deniedIps),
    userId: row.userId,
    username: row.username,
    userStatus: row.userStatus,
    role: row.role,
    userGroups,
    group: row.tokenGroup || (userGroups[0] as string),
    scopes: [
      ...scope('user', row.userRpm, row.userTpm, row.userConcurrency),
      ...scope(`token:${row.tokenId}`, row.tokenRpm, row.tokenTpm, row.tokenConcurrency),
    ],
    limitMessage: row.limitMessage,
  };
}

/** 0 means no limit. */
function scope(name: string, requestsPerMinute: number, tokensPerMinute: number, concurrency: number): LimitScope[] {
  if (requestsPerMinute === 0 && tokensPerMinute === 0 && concurrency === 0) return [];
  return [
    {
      name,
      ...(requestsPerMinute > 0 ? { requestsPerMinute } : {}),
      ...(tokensPerMinute > 0 ? { tokensPerMinute } : {}),
      ...(concurrency > 0 ? { concurrency } : {}),
    },
  ];
}
