import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { vetAddress } from './address.ts';
import type { CidrList } from './cidrs.ts';
import { guardedLookup } from './guarded-lookup.ts';

/** The `connect` of an undici Agent, Pool or Client that reaches public addresses and those in `allow` only. */
export function guardedConnector(allow: CidrList, options: buildConnector.BuildOptions = {}): buildConnector.connector {
  const connect = buildConnector({ ...options, lookup: guardedLookup(allow) });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
    const refusal = isIP(host) ? refusalOf(host, host, allow) : undefined;
    if (refusal) return process.nextTick(callback, refusal, null);
    connect(target, (error, socket) => {
      if (error) return callback(error, null);
      const reached = refusalOf(host, socket.remoteAddress ?? '', allow);
      if (!reached) return callback(null, socket);
      socket.destroy();
      callback(reached, null);
    });
  };
}

function refusalOf(host: string, address: string, allow: CidrList): Error | undefined {
  try {
    vetAddress(host, address, allow);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
