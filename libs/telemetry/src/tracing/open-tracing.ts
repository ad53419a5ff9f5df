import type { TracingOptions } from './start-tracing.ts';
import type { Tracing } from './tracing.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Tracing as OpenTelemetry's variables say; undefined, and nothing is loaded, when they name no collector. */
export async function openTracing(
  environment: Environment,
  options: Omit<TracingOptions, 'share'>,
): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = environment;
  if (!OTEL_EXPORTER_OTLP_ENDPOINT && !OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return undefined;
  const share = readShare(environment);
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing({ ...options, share });
}

function readShare({ OTEL_TRACES_SAMPLER_ARG: text }: Environment): number {
  const share = Number(text || 1);
  if (share >= 0 && share <= 1) return share;
  throw new Error('Set OTEL_TRACES_SAMPLER_ARG to the share of traces to keep, from 0 to 1, such as 0.01.');
}
