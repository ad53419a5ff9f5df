import type { Bus } from '@switchyard/bus';
import type { Database } from '@switchyard/db';
import { Counter, Histogram, observableCounter, observableGauge, Registry, sharedRead } from '@switchyard/telemetry';
import { readBooks } from './read-books.ts';

const batchBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800];

/** What billing counts, and what it reads from the books at a scrape: the same at every instance. */
export class BillingFigures {
  readonly registry = new Registry();
  readonly events = new Counter({
    name: 'switchyard_billing_events_total',
    help: 'Usage events that were taken from the stream: settled, or unreadable and parked.',
    labelNames: ['result'],
    registers: [this.registry],
  });
  readonly batches = new Histogram({
    name: 'switchyard_billing_batch_duration_seconds',
    help: 'From a batch of usage events to its acknowledgement: journal, log, roll-up and wallet.',
    buckets: batchBuckets,
    registers: [this.registry],
  });
  readonly jobs = new Histogram({
    name: 'switchyard_billing_job_duration_seconds',
    help: 'Runs of scheduled jobs, by result: done or failed.',
    labelNames: ['name', 'result'],
    buckets: jobBuckets,
    registers: [this.registry],
  });
  readonly payments = new Counter({
    name: 'switchyard_billing_payment_answers_total',
    help: 'Answers of processors to questions about orders, by what came of them; silent: no answer.',
    labelNames: ['processor', 'result'],
    registers: [this.registry],
  });

  constructor(db: Database, bus: Bus) {
    const books = sharedRead(() => readBooks(db));
    observableGauge(this.registry, {
      name: 'switchyard_billing_stream_lag_messages',
      help: 'Messages of the usage stream that billing has not acknowledged; each holds up to 100 events.',
      read: async () => {
        const { stored, acknowledged } = await bus.usageProgress();
        return Math.max(0, stored - acknowledged);
      },
    });
    observableCounter(this.registry, {
      name: 'switchyard_billing_journal_rows_total',
      help: 'Rows ever written to the journal, as Postgres counts them.',
      read: async () => [[{}, (await books()).journalRows]],
    });
    observableGauge(this.registry, {
      name: 'switchyard_billing_dead_letters',
      help: 'Parked events that an administrator must decide about, counted up to 10000.',
      read: async () => (await books()).deadLetters,
    });
    observableGauge(this.registry, {
      name: 'switchyard_billing_open_breaches',
      help: 'Users whose books do not add up. Must be 0.',
      read: async () => (await books()).breaches,
    });
    observableGauge(this.registry, {
      name: 'switchyard_billing_audit_age_seconds',
      help: 'Since the last audit that was finished, by scope: touched (every minute) or all (every night).',
      labelNames: ['scope'],
      read: async () => (await books()).audits.map(({ scope, ageSeconds }) => [{ scope }, ageSeconds]),
    });
    observableGauge(this.registry, {
      name: 'switchyard_billing_log_partitions',
      help: 'Partitions of the usage log, one per day.',
      read: async () => (await books()).partitions,
    });
    observableGauge(this.registry, {
      name: 'switchyard_billing_log_days_ahead',
      help: 'Days to come that have a partition of the usage log; it should be 7.',
      read: async () => (await books()).daysAhead,
    });
  }
}
