import type { Options, Scenario } from 'k6/options';

/** Streams under way when a scenario ends are heard to their end: what broke off could not be compared with its charge. */
const gracefulStop = '90s';
const requestsPerVu = 4;

interface Defaults {
  /** Requests begun in a second, whatever becomes of those before. */
  readonly rate: number;
  readonly duration: string;
  /** How long one takes. */
  readonly seconds: number;
}

/** As many requests each second as --rate says, for --duration; `exec` makes one. */
export function constantRate(exec: string, defaults: Defaults): Scenario {
  const rate = Number(__ENV.LOAD_RATE ?? defaults.rate);
  // Answers take a little longer than their upstream does, and one who comes too late is one left out.
  const atOnce = Math.ceil(rate * defaults.seconds * 1.25) + 10;
  return {
    executor: 'constant-arrival-rate',
    exec,
    rate,
    timeUnit: '1s',
    duration: __ENV.LOAD_DURATION ?? defaults.duration,
    preAllocatedVUs: atOnce,
    maxVUs: atOnce * requestsPerVu,
    gracefulStop,
  };
}

/** --rate, then ten times as many for a while, then --rate again. */
export function spikeOf(exec: string, { rate: standard, seconds }: Pick<Defaults, 'rate' | 'seconds'>): Scenario {
  const rate = Number(__ENV.LOAD_RATE ?? standard);
  const atOnce = Math.ceil(rate * 10 * seconds) + 10;
  const steps = [1, 1, 10, 10, 1, 1].map((times, index) => ({
    target: rate * times,
    duration: index % 2 ? '8s' : '2s',
  }));
  return {
    executor: 'ramping-arrival-rate',
    exec,
    startRate: rate,
    timeUnit: '1s',
    stages: steps,
    preAllocatedVUs: atOnce,
    maxVUs: atOnce * requestsPerVu,
    gracefulStop,
  };
}

/** No request fails, every answer is whole, none is left out because too many are under way; times as stated. */
export function options(scenario: Scenario, times: Record<string, string[]>): Options {
  return {
    scenarios: { load: scenario },
    thresholds: {
      checks: ['rate==1'],
      http_req_failed: ['rate==0'],
      dropped_iterations: ['count==0'],
      ...times,
    },
    summaryTrendStats: ['min', 'med', 'p(95)', 'p(99)', 'max'],
    discardResponseBodies: false,
  };
}
