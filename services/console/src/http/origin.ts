import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * True unless the browser says that another site sent the request. Over plain http browsers leave out
 * `Sec-Fetch-Site`; then `Origin` must name the host that was asked. Programs send neither.
 */
export function isFromOwnSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

/** The client's address as limits count it: IPv6 by /64, since one household has a whole one. */
export function limitedAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
