/** Where each bound that the product promises about money is shown, by the folder of the repository. */
export interface Bound {
  readonly fault: string;
  readonly usageLost: string;
  readonly overspend: string;
  /** Tests on real processes, or on the product's code in memory. */
  readonly tests: readonly string[];
}

export const bounds: readonly Bound[] = [
  {
    fault: 'none, client abort, duplicates, reorder',
    usageLost: '0',
    overspend: '≤ estimate error of own running streams',
    tests: ['load-tests/chaos/events-repeated.test.ts', 'load-tests/simulator/simulator.test.ts'],
  },
  {
    fault: 'relay kill −9',
    usageLost: '≤ 1 s of output per running stream, finished requests 0',
    overspend: '0',
    tests: ['load-tests/chaos/relay-killed.test.ts', 'load-tests/simulator/simulator.test.ts'],
  },
  {
    fault: 'bus down, slow, full',
    usageLost: '0 until the spool is full, then 503',
    overspend: '0',
    tests: ['load-tests/chaos/nats-down.test.ts', 'load-tests/simulator/simulator.test.ts'],
  },
  {
    fault: 'Postgres down',
    usageLost: '0',
    overspend: '0 for warm users; cold users get 503, never free',
    tests: ['load-tests/chaos/postgres-down.test.ts', 'load-tests/simulator/simulator.test.ts'],
  },
  {
    fault: 'billing killed between commit and ack',
    usageLost: '0, no double',
    overspend: '0',
    tests: ['load-tests/chaos/billing-killed.fault.ts', 'load-tests/simulator/simulator.test.ts'],
  },
  {
    fault: 'Redis killed with AOF',
    usageLost: '0',
    overspend: '0',
    tests: ['load-tests/chaos/redis-killed.test.ts', 'load-tests/simulator/simulator.test.ts'],
  },
  {
    fault: 'Redis emptied under load',
    usageLost: '0',
    overspend: '0 (gate)',
    tests: ['load-tests/chaos/redis-emptied.fault.ts', 'load-tests/simulator/simulator.test.ts'],
  },
  {
    fault: '500 parallel requests, balance for 10',
    usageLost: '0',
    overspend: '≤ 10 served',
    tests: ['load-tests/chaos/many-at-once.test.ts'],
  },
  {
    fault: 'all of them at random',
    usageLost: '≤ 1 s of output per stream of a killed relay',
    overspend: '0',
    tests: ['load-tests/chaos/at-random.fault.ts', 'load-tests/simulator/simulator.test.ts'],
  },
];
