import { type CidrList, contains, parseCidrs } from '@switchyard/http';
import ipaddr from 'ipaddr.js';

/** From where a key may be used: addresses and ranges, read once when the key is. */
export class AddressRules {
  readonly #allowed: CidrList | undefined;
  readonly #denied: CidrList;

  private constructor(allowed: readonly string[], denied: readonly string[]) {
    this.#allowed = allowed.length > 0 ? allowed.flatMap(parseEntry) : undefined;
    this.#denied = denied.flatMap(parseEntry);
  }

  /** undefined when every address may. An entry that does not parse allows and denies nobody. */
  static of(allowed: readonly string[], denied: readonly string[]): AddressRules | undefined {
    return allowed.length + denied.length > 0 ? new AddressRules(allowed, denied) : undefined;
  }

  /** What is denied is so also when it is allowed. */
  permit(ip: string): boolean {
    if (!ipaddr.isValid(ip)) return false;
    const address = ipaddr.process(ip);
    if (contains(this.#denied, address)) return false;
    return this.#allowed === undefined || contains(this.#allowed, address);
  }
}

function parseEntry(entry: string): CidrList {
  try {
    // An IPv4 address inside an IPv6 one is what it stands for, as those of callers are.
    return parseCidrs(ipaddr.isValid(entry) ? ipaddr.process(entry).toString() : entry);
  } catch {
    return [];
  }
}
