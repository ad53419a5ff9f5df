import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Incoming } from './incoming.ts';

/** Which proxies are believed when they name whom they speak for; `hop` counts from here. */
export type Trust = (address: string, hop: number) => boolean;

/** As much of an address as a usage event takes; a proxy may name anything. */
const longestAddress = 64;

/** Who calls: the peer, or whom a trusted proxy names. Without the header there is nothing to weigh. */
export function clientIp({ raw }: Incoming, trust: Trust): string {
  if (raw.headers['x-forwarded-for'] !== undefined)
    return proxyAddr(raw as IncomingMessage, trust).slice(0, longestAddress);
  return raw.socket.remoteAddress ?? '';
}
