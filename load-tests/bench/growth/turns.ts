import type { Case, Figure } from '../cases.ts';
import { requestOf } from '../cases.ts';
import type { Gateway } from '../gateways/gateway.ts';
import { cpuMicroseconds } from '../proc.ts';
import { wrk } from '../wrk.ts';
import { MODEL, type Sized } from './sized.ts';

const connections = 64;
const body = requestOf(1_024);

/**
 * Requests of 1 kB as fast as they go, and then billing until all of them are charged: CPU per request of the relay, of billing and of Postgres.
 * `keysOf`: whose keys are sent to an installation.
 */
export function turnsCase(installations: readonly Sized[], keysOf: (sized: Sized) => string): Case {
  const load = (gateway: Gateway, seconds: number) => {
    const sized = installations.find((one) => one.gateway.name === gateway.name);
    return loadAndCharge(gateway, seconds, sized, sized && keysOf(sized));
  };
  return {
    name: 'growth',
    title: '1 kB request, 1 kB reply: CPU per request',
    unit: 'µs',
    bound: { ship: 1.05, moonshot: 1.05 },
    models: () => [MODEL],
    warmUp: load,
    measure: (gateway, _upstream, seconds) => load(gateway, seconds),
  };
}

/** One turn, with the keys of a file; a gateway without an installation has nobody to charge. CPU times in µs for each request. */
export async function loadAndCharge(
  gateway: Gateway,
  seconds: number,
  sized?: Sized,
  keysFile?: string,
): Promise<Figure & { billing: number; postgres: number }> {
  const before = readCpu(gateway, sized);
  const { port, key } = gateway;
  // Billing shares a core with the generator, as it never would: the slower that is asked, the dearer is a request to the relay.
  if (sized) process.kill(sized.installation.billingPid, 'SIGSTOP');
  const { requests, durationMicroseconds } = await wrk({ port, key, keysFile, body, connections, seconds });
  const answered = cpuMicroseconds(gateway.pid);
  if (sized) process.kill(sized.installation.billingPid, 'SIGCONT');
  gateway.delivered += requests;
  await sized?.charged();
  const after = readCpu(gateway, sized);
  return {
    value: (answered - before.gateway) / requests,
    billing: (after.billing - before.billing) / requests,
    postgres: (after.postgres - before.postgres) / requests,
    requestsPerSecond: (requests * 1e6) / durationMicroseconds,
  };
}

/** Since the start, in µs. */
function readCpu(gateway: Gateway, sized: Sized | undefined) {
  const { billingPid, postgresPid } = sized?.installation ?? {};
  const of = (pid: number | undefined) => (pid === undefined ? 0 : cpuMicroseconds(pid));
  return { gateway: of(gateway.pid), billing: of(billingPid), postgres: of(postgresPid) };
}
