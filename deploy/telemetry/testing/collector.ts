import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Somebody's collector of traces: OTLP over HTTP, in JSON. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** All bytes that came, to look for what must not be in them. */
  received(): string;
  close(): Promise<void>;
}

const Attributes = Type.Array(Type.Object({ key: Type.String(), value: Type.Record(Type.String(), Type.Unknown()) }));
const Traces = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes: Attributes }),
      scopeSpans: Type.Array(
        Type.Object({
          spans: Type.Array(
            Type.Object({
              traceId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
              spanId: Type.String({ pattern: '^[0-9a-f]{16}$' }),
              parentSpanId: Type.Optional(Type.String()),
              name: Type.String(),
              kind: Type.Integer(),
              startTimeUnixNano: Type.String(),
              endTimeUnixNano: Type.String(),
              attributes: Attributes,
            }),
          ),
        }),
      ),
    }),
  ),
});

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  let received = '';
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received += body;
    if (request.url !== '/v1/traces') return response.writeHead(404).end();
    spans.push(...read(body));
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    received: () => received,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function read(body: string): CollectedSpan[] {
  const { resourceSpans } = Value.Parse(Traces, JSON.parse(body));
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, parentSpanId, ...span }) => ({
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId,
        service: String(valuesOf(resource.attributes)['service.name']),
        durationMs: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
        attributes: valuesOf(attributes),
      })),
    ),
  );
}

function valuesOf(attributes: readonly { key: string; value: Record<string, unknown> }[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
