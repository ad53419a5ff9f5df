import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_CORE } from './cores.ts';
import type { Gateway, StartGateway, Upstream } from './gateways/gateway.ts';
import { cpuMicroseconds } from './proc.ts';
import { openStreams } from './streams.ts';
import { type WrkFigures, wrk } from './wrk.ts';

/** One measurement. `value` is what the case is about, in its unit; the rest explains it. */
export interface Figure {
  value: number;
  [detail: string]: number;
}

export interface Bound {
  /** Largest multiple of nginx now, and the largest that may ship. */
  now?: number;
  ship: number;
  /** The multiple we hope for. */
  moonshot: number;
  /** In the case's unit instead of multiples. */
  absolute?: true;
}

export interface Case {
  name: string;
  title: string;
  unit: 'µs' | 'kB';
  /** Absent: a figure to know, without a budget. */
  bound?: Bound;
  /** Its turns are so many times shorter, and there are so many times more of them: waits follow every mood of the machine. */
  split?: number;
  /** Rounds count whatever the reference did in them: of waits, that scatter more than it may, none would be left. */
  keepsAll?: true;
  /** Peers have no part in it. */
  withoutPeers?: true;
  /** Who has a part in it, instead of those that are chosen for all. */
  gateways?: Readonly<Record<string, StartGateway>>;
  /** Names of the models it asks for when it measures for so many seconds. */
  models(seconds: number): readonly string[];
  warmUp(gateway: Gateway, seconds: number): Promise<unknown>;
  measure(gateway: Gateway, upstream: Upstream, seconds: number): Promise<Figure>;
}

/** Answered with 1 kB at once. */
export const PROMPT = 'm-0-1024-1-0';
const STREAMS = 300;
const EVENT_BYTES = 256;
const INTERVAL_MS = 20;
const RAMP_MS = 1_000;
const SETTLE_MS = 500;
/** A stream lasts for the ramp, which may take longer than meant, and for the time it is measured in. */
const chunksIn = (seconds: number) => Math.ceil((RAMP_MS * 2 + SETTLE_MS + seconds * 1000) / INTERVAL_MS);
const pacedModel = (seconds: number) => `m-0-${EVENT_BYTES}-${chunksIn(seconds)}-${INTERVAL_MS}`;

export const CASES: readonly Case[] = [
  saturated('small', '1 kB request, 1 kB reply: CPU per request', 1_024, 64, { now: 4, ship: 2.8, moonshot: 1.6 }),
  saturated('body', '100 kB request body: CPU per request', 102_400, 16, { now: 8, ship: 5, moonshot: 2.5 }),
  {
    name: 'streams',
    title: '300 concurrent streams: CPU per chunk',
    unit: 'µs',
    bound: { now: 2.4, ship: 1.8, moonshot: 1.3 },
    models: (seconds) => [pacedModel(seconds)],
    warmUp: (gateway, seconds) => streamsFor(gateway, seconds, false),
    measure: (gateway, _upstream, seconds) => streamsFor(gateway, seconds, false),
  },
  {
    name: 'translated',
    title: '300 concurrent streams, Anthropic client on an OpenAI upstream: CPU per chunk',
    unit: 'µs',
    bound: { ship: 5.4, moonshot: 2.6 },
    withoutPeers: true,
    models: (seconds) => [pacedModel(seconds)],
    warmUp: (gateway, seconds) => streamsFor(gateway, seconds, gateway.translates === true),
    measure: (gateway, _upstream, seconds) => streamsFor(gateway, seconds, gateway.translates === true),
  },
  {
    name: 'single',
    title: '1 kB request at concurrency 1: added p50',
    unit: 'µs',
    bound: { ship: 2, moonshot: 1.2 },
    split: 10,
    models: () => [PROMPT],
    warmUp: (gateway, seconds) => postponing(gateway, () => saturate(gateway, 1_024, 1, seconds)),
    measure: (gateway, upstream, seconds) =>
      postponing(gateway, async () => {
        const body = requestOf(1_024);
        // From the gateway's place: two that wake each other on one core keep the stores there waiting for seconds.
        const { port } = upstream;
        const direct = await wrk({ port, key: gateway.key, body, connections: 1, seconds, core: GATEWAY_CORE });
        const through = await saturate(gateway, 1_024, 1, seconds);
        return {
          value: through.p50Microseconds - direct.p50Microseconds,
          directP50Microseconds: direct.p50Microseconds,
          p50Microseconds: through.p50Microseconds,
          p99Microseconds: through.p99Microseconds,
        };
      }),
  },
];

function saturated(name: string, title: string, bytes: number, connections: number, bound: Bound): Case {
  return {
    name,
    title,
    unit: 'µs',
    bound,
    models: () => [PROMPT],
    warmUp: (gateway, seconds) => saturate(gateway, bytes, connections, seconds),
    async measure(gateway, _upstream, seconds) {
      const before = cpuMicroseconds(gateway.pid);
      const figures = await saturate(gateway, bytes, connections, seconds);
      const cpu = cpuMicroseconds(gateway.pid) - before;
      return {
        value: cpu / figures.requests,
        requestsPerSecond: (figures.requests * 1e6) / figures.durationMicroseconds,
        busy: cpu / figures.durationMicroseconds,
        p50Microseconds: figures.p50Microseconds,
        p99Microseconds: figures.p99Microseconds,
      };
    },
  };
}

export async function saturate(
  gateway: Gateway,
  bytes: number,
  connections: number,
  seconds: number,
): Promise<WrkFigures> {
  const { port, key, headers, modelPrefix } = gateway;
  const body = requestOf(bytes, modelPrefix);
  const figures = await wrk({ port, key, headers, body, connections, seconds });
  gateway.delivered += figures.requests;
  return figures;
}

/** Waits are measured while what a gateway may do later stands still: it would take the generator's core. */
export async function postponing<T>(gateway: Gateway, work: () => Promise<T>): Promise<T> {
  const catchUp = gateway.postpone?.();
  try {
    return await work();
  } finally {
    await catchUp?.();
  }
}

/** CPU per chunk while all streams run; throws unless every stream was delivered to its end. */
async function streamsFor(gateway: Gateway, seconds: number, translated: boolean): Promise<Figure> {
  const { port, key, headers, modelPrefix = '', pid } = gateway;
  const model = modelPrefix + pacedModel(seconds);
  const streams = await openStreams({ port, key, headers, model, translated, count: STREAMS, rampMs: RAMP_MS });
  await sleep(SETTLE_MS);
  const before = { cpu: cpuMicroseconds(pid), events: streams.events(), at: performance.now() };
  await sleep(seconds * 1000);
  const cpu = cpuMicroseconds(pid) - before.cpu;
  const delivered = streams.events() - before.events;
  const elapsedMs = performance.now() - before.at;
  const sizes = await streams.finished();
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  gateway.delivered += sizes.length;
  // nginx may cut an event in two; what is lost to the count then is a handful.
  if (least < chunksIn(seconds) * 0.99) {
    throw new Error(`Streams were cut short: they had ${least} to ${most} events.`);
  }
  const firstByteMs = streams.firstByteMs().sort((a, b) => a - b);
  return {
    value: cpu / delivered,
    chunksPerSecond: (delivered * 1000) / elapsedMs,
    busy: cpu / (elapsedMs * 1000),
    firstByteP50Ms: firstByteMs[Math.floor(firstByteMs.length / 2)] ?? 0,
    firstByteP99Ms: firstByteMs[Math.floor(firstByteMs.length * 0.99)] ?? 0,
  };
}

/** A chat request of exactly so many bytes that is answered with 1 kB at once. */
export function requestOf(bytes: number, modelPrefix = ''): string {
  const model = modelPrefix + PROMPT;
  const fill = (content: string) => JSON.stringify({ model, messages: [{ role: 'user', content }], max_tokens: 64 });
  return fill(' word'.repeat(bytes / 5).slice(0, bytes - fill('').length));
}
