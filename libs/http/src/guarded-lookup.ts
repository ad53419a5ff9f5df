import type { LookupFunction } from 'node:net';
import { vetAddress } from './address.ts';
import type { CidrList } from './cidrs.ts';
import { NameLookups } from './name-lookups.ts';

const names = new NameLookups();

/**
 * A `lookup` for sockets that fails unless every address of the name may be called; the socket then connects to
 * one of the vetted addresses, so a second answer of the name server cannot change the target. Sockets do not
 * look up IP addresses: use `guardedConnector`, which also vets those.
 */
export function guardedLookup(allow: CidrList): LookupFunction {
  return (hostname, options, callback) => {
    names.find(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      try {
        for (const { address } of addresses) vetAddress(hostname, address, allow);
      } catch (refusal) {
        return callback(refusal as Error, '', 0);
      }
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      if (!first) return callback(new Error(`"${hostname}" has no address.`), '', 0);
      callback(null, first.address, first.family);
    });
  };
}
