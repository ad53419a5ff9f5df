import type { LimitScope } from '@switchyard/kv';
import ipaddr from 'ipaddr.js';
import { type GatewayError, refuse } from '../errors.ts';

/** Who calls: a token and its owner, as of the moment they were read. */
export interface Caller {
  readonly tokenId: number;
  readonly tokenName: string;
  readonly tokenStatus: number;
  readonly expiresAt: number | undefined;
  readonly limited: boolean;
  /** Models the token may use, by the name the client gives; undefined = all. */
  readonly models: ReadonlySet<string> | undefined;
  readonly allowedIps: readonly string[];
  readonly userId: number;
  readonly username: string;
  readonly userStatus: number;
  readonly role: number;
  readonly userGroup: string;
  /** The token's group, else the user's. */
  readonly group: string;
  /** Limits on rate and concurrency; empty for most. */
  readonly scopes: readonly LimitScope[];
}

const enabled = 1;
const exhausted = 4;
const administrator = 10;

export interface Circumstances {
  readonly nowMs: number;
  readonly ip: string;
  readonly channelId: number | undefined;
  /** Groups a user of this group may choose. */
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
  if (caller.allowedIps.length > 0 && !isAllowed(circumstances.ip, caller.allowedIps)) return refuse('access_denied');
  const usable = caller.group === caller.userGroup || circumstances.usableGroups.has(caller.group);
  if (!usable || !circumstances.groups.has(caller.group)) return refuse('group_not_available', caller.group);
  return undefined;
}

/** Entries are addresses or CIDR ranges; one that does not parse allows nobody. */
function isAllowed(ip: string, entries: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return entries.some((entry) => {
    try {
      const [range, bits] = entry.includes('/') ? ipaddr.parseCIDR(entry) : [ipaddr.process(entry), undefined];
      if (range.kind() !== address.kind()) return false;
      return address.match(range, bits ?? (range.kind() === 'ipv4' ? 32 : 128));
    } catch {
      return false;
    }
  });
}
