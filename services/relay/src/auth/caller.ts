import type { LimitScope } from '@switchyard/kv';
import { type GatewayError, refuse } from '../errors.ts';
import type { AddressRules } from './address-rules.ts';

/** Who calls: a token and its owner, as of the moment they were read. */
export interface Caller {
  readonly tokenId: number;
  readonly tokenName: string;
  readonly tokenStatus: number;
  readonly expiresAt: number | undefined;
  /** What bounds the spending of the token, beside its owner's balance. */
  readonly limits: SpendingLimits;
  /** Any of these does. */
  readonly limited: boolean;
  /** Models the token may use, by the name the client gives; undefined = all. */
  readonly models: ReadonlySet<string> | undefined;
  /** undefined: it may be used from anywhere. */
  readonly addresses: AddressRules | undefined;
  readonly userId: number;
  readonly username: string;
  readonly userStatus: number;
  readonly role: number;
  readonly userGroups: readonly string[];
  /** The token's group, else the first of the user's. */
  readonly group: string;
  /** Limits on rate and concurrency; empty for most. */
  readonly scopes: readonly LimitScope[];
  /** The owner's own words for callers who reach a limit of the token's rate; '' for most. */
  readonly limitMessage: string;
}

export interface SpendingLimits {
  readonly quota: boolean;
  readonly daily: boolean;
  readonly monthly: boolean;
}

const enabled = 1;
const exhausted = 4;
const administrator = 10;

export interface Circumstances {
  readonly nowMs: number;
  readonly ip: string;
  readonly channelId: number | undefined;
  /** Groups that any user may choose. */
  readonly usableGroups: ReadonlySet<string>;
  /** Groups that exist. */
  readonly groups: ReadonlyMap<string, string>;
}

/** Whether the caller may do anything at all; the refusal in the order clients of this family know. */
export function refusalOf(caller: Caller, circumstances: Circumstances): GatewayError | undefined {
  if (caller.tokenStatus === exhausted) return refuse('pre_consume_token_quota_failed');
  if (caller.expiresAt !== undefined && caller.expiresAt <= circumstances.nowMs) return refuse('token_expired');
  if (caller.tokenStatus !== enabled) return refuse('token_disabled');
  if (caller.userStatus !== enabled) return refuse('user_disabled');
  if (circumstances.channelId !== undefined && caller.role < administrator) return refuse('channel_pin_refused');
  if (caller.addresses && !caller.addresses.permit(circumstances.ip)) return refuse('access_denied');
  const usable = caller.userGroups.includes(caller.group) || circumstances.usableGroups.has(caller.group);
  if (!usable || !circumstances.groups.has(caller.group)) return refuse('group_not_available', caller.group);
  return undefined;
}
