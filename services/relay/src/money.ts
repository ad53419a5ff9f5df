/** What moves money here, for the simulator (load-tests/simulator). */
export { Leases, type LoadBalance } from './admission/leases.ts';
export type { Caller } from './auth/caller.ts';
export { type Account, Meter, type Outcome } from './metering/meter.ts';
export { Publisher } from './metering/publisher.ts';
export { recover } from './metering/spool/recover.ts';
export { readLeftover } from './metering/spool/recovery.ts';
export { Spool } from './metering/spool/spool.ts';
export { RequestFigures } from './telemetry/request-figures.ts';
