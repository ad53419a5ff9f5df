import { type Case, PROMPT, postponing, requestOf, saturate } from './cases.ts';
import type { Gateway } from './gateways/gateway.ts';
import { poisson } from './poisson.ts';

const BYTES = 1_024;
const CONNECTIONS = 64;
/** The generator shares its core with the upstream: with more it would measure itself. */
const MOST_PER_SECOND = 5_000;

/** What each gateway is offered, requests a second: half of what it answered while it was kept busy. */
const offered = new WeakMap<Gateway, number>();

/** Waits at half of what a gateway can do, from the moment a request was meant to begin, less those of the upstream asked as often. */
export const halfLoadCase: Case = {
  name: 'half',
  title: '1 kB request at half load: added p50',
  unit: 'µs',
  split: 2,
  keepsAll: true,
  models: () => [PROMPT],
  warmUp: (gateway, seconds) =>
    postponing(gateway, async () => {
      const { requests, durationMicroseconds } = await saturate(gateway, BYTES, CONNECTIONS, seconds);
      offered.set(gateway, Math.min(MOST_PER_SECOND, (requests / durationMicroseconds) * 1e6 * 0.5));
    }),
  measure: (gateway, upstream, seconds) =>
    postponing(gateway, async () => {
      const { port, key, headers, modelPrefix } = gateway;
      const perSecond = offered.get(gateway) as number;
      const run = { headers: { authorization: `Bearer ${key}`, ...headers }, perSecond, seconds };
      const direct = await poisson({ ...run, port: upstream.port, body: requestOf(BYTES) });
      const through = await poisson({ ...run, port, body: requestOf(BYTES, modelPrefix) });
      gateway.delivered += through.requests;
      return {
        value: through.p50Microseconds - direct.p50Microseconds,
        addedP99Microseconds: through.p99Microseconds - direct.p99Microseconds,
        requestsPerSecond: perSecond,
        p50Microseconds: through.p50Microseconds,
        p99Microseconds: through.p99Microseconds,
        directP50Microseconds: direct.p50Microseconds,
        directP99Microseconds: direct.p99Microseconds,
      };
    }),
};
