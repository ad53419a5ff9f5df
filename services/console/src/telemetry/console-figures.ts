import type { Database } from '@switchyard/db';
import { Counter, Histogram, observableGauge, Registry, sharedRead } from '@switchyard/telemetry';
import { readOutbox } from './read-outbox.ts';

/** What the console counts. */
export class ConsoleFigures {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'switchyard_console_request_duration_seconds',
    help: 'From the first byte of a call to the last of its answer, by route template and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });
  readonly signIns = new Counter({
    name: 'switchyard_console_sign_ins_total',
    help: 'Sign-ins by way and result: signed_in, or refused for a wrong password, code or passkey.',
    labelNames: ['way', 'result'],
    registers: [this.registry],
  });
  readonly payments = new Counter({
    name: 'switchyard_console_payment_notices_total',
    help: 'Calls of payment processors, by what came of them.',
    labelNames: ['processor', 'result'],
    registers: [this.registry],
  });

  constructor(db: Database) {
    const outbox = sharedRead(() => readOutbox(db));
    observableGauge(this.registry, {
      name: 'switchyard_console_outbox_rows',
      help: 'Changes that billing has not announced yet, counted up to 10000.',
      read: async () => (await outbox()).rows,
    });
    observableGauge(this.registry, {
      name: 'switchyard_console_outbox_oldest_seconds',
      help: 'Age of the oldest change that billing has not announced.',
      read: async () => (await outbox()).oldestSeconds,
    });
  }
}
