import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { TellingExporter } from './telling-exporter.ts';
import type { Tracing } from './tracing.ts';

export interface TracingOptions {
  /** Becomes `service.name`. */
  readonly service: string;
  /** Of the traces that begin here, how many are kept: 0 to 1. */
  readonly share: number;
  /** Hears when the collector stops taking spans, and when it takes them again. */
  readonly tell: (message: string) => void;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const sendEveryMs = 1_000;
const closeWaitMs = 3_000;

/** Address, headers and deadline of the collector are read from OpenTelemetry's own variables, by its exporter. */
export function startTracing({ service, share, tell }: TracingOptions): Tracing {
  const exporter = new TellingExporter(new OTLPTraceExporter(), tell);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  });
  const tracer = provider.getTracer('switchyard');
  return {
    record({ name, kind, startedAt, endedAt, attributes, errorType }, parent) {
      const remote = parent === undefined ? null : parseTraceParent(parent);
      const context = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], startTime: startedAt, attributes }, context);
      if (errorType !== undefined) {
        span.setAttribute('error.type', errorType);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end(endedAt);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return traceFlags & TraceFlags.SAMPLED ? `00-${traceId}-${spanId}-01` : undefined;
    },
    async close() {
      // A collector that is away was told of already; it must not keep a service from stopping.
      const shutdown = provider.shutdown().catch(() => undefined);
      await Promise.race([shutdown, sleep(closeWaitMs, undefined, { ref: false })]);
    },
  };
}
