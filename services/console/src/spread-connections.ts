import dns from 'node:dns';
import type { LookupFunction } from 'node:net';

/** How long one host may take. At Node's 250 ms a machine that is busy would give up on hosts that answer. */
const attemptTimeoutMs = 2_000;

/**
 * Options of `net.connect` under which each connection begins with the next address of a name, so that connections spread over
 * all hosts behind it. One that reaches nobody there goes on to the others.
 */
export function spreadConnections() {
  return { lookup: spreadLookup(), autoSelectFamily: true, autoSelectFamilyAttemptTimeout: attemptTimeoutMs };
}

function spreadLookup(): LookupFunction {
  let turn = 0;
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      // Name servers and the system's resolver each have an order of their own, which may undo ours.
      const sorted = addresses.toSorted((one, other) => (one.address < other.address ? -1 : 1));
      const start = turn++ % sorted.length;
      const spread = [...sorted.slice(start), ...sorted.slice(0, start)];
      const [first] = spread;
      if (options.all) callback(null, spread);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}
