import ipaddr from 'ipaddr.js';
import type { SignedIn } from '../../auth/sessions/sessions.ts';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { readExpiry } from '../../http/time.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { usableGroups } from '../groups/groups.ts';
import type { NewToken, TokenChange } from './schema.ts';

const mostAddresses = 200;
const mostModels = 200;

/** The columns for what an owner sent; absent fields stay absent. Refuses what could never work, with the reason. */
export async function readTokenFields(
  context: Context,
  user: Pick<SignedIn, 'group'>,
  input: Omit<NewToken, 'count'> | Omit<TokenChange, 'id'>,
) {
  if (input.remain_quota !== undefined && input.remain_quota < 0) return refuse('The quota cannot be less than 0.');
  const expiry = readExpiry(input.expired_time);
  if (expiry instanceof Refusal) return expiry;
  const allowed = readAddresses(input.allow_ips);
  if (allowed instanceof Refusal) return allowed;
  const denied = readAddresses(input.deny_ips);
  if (denied instanceof Refusal) return denied;
  const models = readModels(input.model_limits);
  if (models instanceof Refusal) return models;
  if (input.group && !usableGroups(await context.options.read(), user.group).has(input.group)) {
    return refuse(`You cannot use the group ${input.group}.`);
  }
  return omitUndefined({
    name: input.name,
    remain_quota: input.remain_quota,
    unlimited_quota: input.unlimited_quota,
    expires_at: expiry,
    group: input.group,
    model_limits_enabled: input.model_limits_enabled,
    model_limits: models,
    allow_ips: allowed,
    deny_ips: denied,
    daily_budget: input.daily_budget,
    monthly_budget: input.monthly_budget,
    rpm_limit: input.rpm_limit,
    tpm_limit: input.tpm_limit,
    concurrency_limit: input.concurrency_limit,
    limit_message: input.limit_message?.trim(),
  });
}

/** IP addresses and ranges, one per line or between commas; undefined stays so. */
export function readAddresses(text: string | null | undefined): string[] | undefined | Refusal {
  if (text === undefined) return undefined;
  const addresses = entries(text ?? '', /[\n,]/);
  if (addresses.length > mostAddresses) return refuse(`At most ${mostAddresses} addresses may be listed.`);
  const wrong = addresses.find((entry) => !isAddress(entry));
  return wrong === undefined ? addresses : refuse(`${wrong} is not an IP address or range such as 10.0.0.0/8.`);
}

function isAddress(entry: string): boolean {
  return entry.includes('/')
    ? ipaddr.isValidCIDR(entry)
    : ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry);
}

function readModels(text: string | undefined): string[] | undefined | Refusal {
  if (text === undefined) return undefined;
  const models = entries(text, ',');
  return models.length > mostModels ? refuse(`At most ${mostModels} models may be listed.`) : models;
}

function entries(text: string, separator: string | RegExp): string[] {
  const parts = text.split(separator).map((part) => part.trim());
  return [...new Set(parts.filter(Boolean))];
}
