import ipaddr from 'ipaddr.js';
import { type CidrList, contains } from './cidrs.ts';

/** The address is neither public nor in a range that the deployment allows, or its port is none of the web. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * Throws AddressRefused unless `address`, an IP address, is global unicast or in `allow`. An IPv4 address
 * inside an IPv6 one (mapped, NAT64 of RFC 6052, 6to4) is judged by itself: that is where packets go.
 */
export function vetAddress(host: string, address: string, allow: CidrList): void {
  const written = ipaddr.parse(address);
  const real = unwrap(written);
  if (isPublic(real) || contains(allow, written) || contains(allow, real)) return;
  throw new AddressRefused(
    host === address
      ? `The address ${address} is not public. If it is meant, add its range to UPSTREAM_ALLOW_CIDRS.`
      : `"${host}" leads to ${address}, which is not public. If it is meant, add its range to UPSTREAM_ALLOW_CIDRS.`,
  );
}

function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4') return address;
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6052':
      return new ipaddr.IPv4(bytes.slice(12));
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    default:
      return address;
  }
}

// The only part of IPv6 space given out as global unicast (IANA registry); the library calls more "unicast".
const globalUnicast = ipaddr.parseCIDR('2000::/3');

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}
