import { type Figure, requestOf } from '../cases.ts';
import type { Gateway } from '../gateways/gateway.ts';
import { cpuMicroseconds } from '../proc.ts';
import { wrk } from '../wrk.ts';
import type { Sized } from './sized.ts';

const connections = 64;
const body = requestOf(1_024);

/** Who is asked. A gateway without an installation has nobody to charge. */
export interface Load {
  readonly gateway: Gateway;
  readonly sized?: Sized | undefined;
  /** Whose keys are sent, if not the gateway's own. */
  readonly keysFile?: string | undefined;
}

/** CPU times in µs for each request: of the gateway while it is asked (`value`), of billing and Postgres until all is charged. */
export type Cost = Figure & { billing: number; postgres: number };

/** Requests of 1 kB, to all at the same time, as fast as they go; then billing until all of them are charged. */
export async function loadAndCharge(loads: readonly Load[], seconds: number): Promise<Cost[]> {
  const before = loads.map(readCpu);
  // Billing shares a core with the generator, as it never would: the slower that is asked, the dearer is a request to the relay.
  signalBilling(loads, 'SIGSTOP');
  const runs = await Promise.all(
    loads.map(({ gateway: { port, key }, keysFile }) =>
      wrk({ port, key, keysFile, body, connections: connections / loads.length, seconds }),
    ),
  );
  const answered = loads.map(({ gateway }) => cpuMicroseconds(gateway.pid));
  signalBilling(loads, 'SIGCONT');
  for (const [index, { gateway }] of loads.entries()) gateway.delivered += (runs[index] as (typeof runs)[0]).requests;
  await Promise.all(loads.map(({ sized }) => sized?.charged()));
  return loads.map((load, index) => {
    const { requests, durationMicroseconds } = runs[index] as (typeof runs)[0];
    const [start, end] = [before[index] as (typeof before)[0], readCpu(load)];
    return {
      value: ((answered[index] as number) - start.gateway) / requests,
      billing: (end.billing - start.billing) / requests,
      postgres: (end.postgres - start.postgres) / requests,
      requestsPerSecond: (requests * 1e6) / durationMicroseconds,
    };
  });
}

function signalBilling(loads: readonly Load[], signal: NodeJS.Signals): void {
  for (const { sized } of loads) if (sized) process.kill(sized.installation.billingPid, signal);
}

/** Since the start, in µs. */
function readCpu({ gateway, sized }: Load) {
  const { billingPid, postgresPid } = sized?.installation ?? {};
  const of = (pid: number | undefined) => (pid === undefined ? 0 : cpuMicroseconds(pid));
  return { gateway: of(gateway.pid), billing: of(billingPid), postgres: of(postgresPid) };
}
