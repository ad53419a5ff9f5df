import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Address ranges, parsed once. */
export type CidrList = readonly (readonly [Address, number])[];

/** Reads ranges such as `10.0.0.0/8, fc00::/7`, separated by commas; a lone address is a range of one. Throws on anything else. */
export function parseCidrs(text: string): CidrList {
  return listed(text).map(parseCidr);
}

/** The ranges that a setting names; none when it is not set. Throws an Error that names the setting. */
export function readCidrs(environment: Readonly<Record<string, string | undefined>>, name: string): CidrList {
  return read(environment, name, parseCidr);
}

/** Ranges that Fastify knows by a name (https://www.npmjs.com/package/proxy-addr). */
const namedRanges: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** The proxies of TRUSTED_PROXY_CIDRS as Fastify's `trustProxy` takes them: ranges and names of ranges. Throws as `readCidrs` does. */
export function readTrustedProxies(environment: Readonly<Record<string, string | undefined>>): string[] {
  return read(environment, 'TRUSTED_PROXY_CIDRS', (part) =>
    namedRanges.includes(part) ? part : parseCidr(part).join('/'),
  );
}

export function contains(list: CidrList, address: Address): boolean {
  return list.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

function read<Item>(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  parse: (part: string) => Item,
): Item[] {
  try {
    return listed(environment[name] ?? '').map(parse);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function parseCidr(text: string): readonly [Address, number] {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new Error(`"${text}" is not an address range; write it like 10.0.0.0/8 or fc00::/7.`);
  }
}
