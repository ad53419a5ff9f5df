import { lookup } from 'node:dns/promises';
import { vetAddress } from './address.ts';
import type { CidrList } from './cidrs.ts';

/** Rejects with AddressRefused unless every address of a host may be called. For calls that somebody else makes. */
export async function vetName(hostname: string, allow: CidrList): Promise<void> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  for (const { address } of await lookup(host, { all: true })) vetAddress(host, address, allow);
}
