import type { Tracing } from '@switchyard/telemetry';
import type { ReceivedEvent } from '../ledger/received.ts';

/** Tells, in the trace of each request that has one, how long its event took from the stream to journal and wallet. */
export function traceEvents(tracing: Tracing, events: readonly ReceivedEvent[], startedAt: number): void {
  const endedAt = Date.now();
  for (const { event } of events) {
    if (event.traceparent === undefined) continue;
    tracing.record(
      {
        name: 'process usage.recorded',
        kind: 'consumer',
        startedAt,
        endedAt,
        attributes: {
          'messaging.operation.name': 'process',
          'messaging.destination.name': 'usage.recorded',
          'messaging.batch.message_count': events.length,
          'switchyard.request.id': event.id,
          'switchyard.charged_quota': event.charge,
        },
      },
      event.traceparent,
    );
  }
}
