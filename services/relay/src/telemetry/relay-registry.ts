import { observableCounter, observableGauge, Registry, TallyHistogram } from '@switchyard/telemetry';
import type { Relay } from '../context.ts';
import type { Publisher } from '../metering/publisher.ts';
import type { HealthRegistry } from '../routing/health.ts';
import { bounds } from './bounds.ts';
import type { RequestFigures } from './request-figures.ts';

interface Sources {
  readonly relay: Relay;
  readonly figures: RequestFigures;
  readonly publisher: Publisher;
  readonly health: HealthRegistry;
}

const modelLabels = ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model'];

/** All figures of the relay. Names are OpenTelemetry's where it has one, in Prometheus' spelling. */
export function relayRegistry(sources: Sources): Registry {
  const registry = new Registry();
  addRequests(registry, sources);
  addModels(registry, sources.figures);
  addRunning(registry, sources);
  addMoney(registry, sources);
  return registry;
}

function addRequests(registry: Registry, { relay, figures }: Sources): void {
  observableCounter(registry, {
    name: 'switchyard_relay_requests_total',
    help: 'Requests that were admitted and have ended, by how.',
    labelNames: ['operation', 'dialect', 'outcome'],
    read: () => figures.outcomes(),
  });
  observableCounter(registry, {
    name: 'switchyard_relay_refusals_total',
    help: 'Requests that were refused before a channel was asked, by code.',
    labelNames: ['code'],
    read: () => relay.faults.refusals(),
  });
  observableCounter(registry, {
    name: 'switchyard_relay_tries_total',
    help: 'Calls to channels, by the class of the status that came; none: no answer.',
    labelNames: ['channel', 'status'],
    read: () => figures.tries(),
  });
  observableCounter(registry, {
    name: 'switchyard_relay_channel_failures_total',
    help: 'Calls to channels that gave no usable answer, by cause; client: the request was at fault.',
    labelNames: ['channel', 'cause'],
    read: () => relay.faults.failures(),
  });
  observableCounter(registry, {
    name: 'switchyard_relay_retries_total',
    help: 'Calls to channels after the first one of a request.',
    read: () => [[{}, figures.retries]],
  });
  observableCounter(registry, {
    name: 'switchyard_relay_withheld_retries_total',
    help: 'Calls to channels that were not made because too many requests were tried again already.',
    read: () => [[{}, relay.retryBudget.withheld]],
  });
  observableCounter(registry, {
    name: 'switchyard_relay_recovered_requests_total',
    help: 'Requests that were answered after a call to a channel had failed.',
    read: () => [[{}, figures.recovered]],
  });
}

function addModels(registry: Registry, figures: RequestFigures): void {
  new TallyHistogram(registry, {
    name: 'gen_ai_server_request_duration_seconds',
    help: 'From admission to the last byte.',
    labelNames: [...modelLabels, 'error_type'],
    bounds: bounds.duration,
    read: () => figures.durations(),
  });
  new TallyHistogram(registry, {
    name: 'gen_ai_server_time_to_first_token_seconds',
    help: 'From admission to the first event of a stream that succeeded.',
    labelNames: modelLabels,
    bounds: bounds.firstToken,
    read: () => figures.tallies('firstToken'),
  });
  new TallyHistogram(registry, {
    name: 'gen_ai_server_time_per_output_token_seconds',
    help: 'Of streams that succeeded, after the first token.',
    labelNames: modelLabels,
    bounds: bounds.perToken,
    read: () => figures.tallies('perToken'),
  });
  new TallyHistogram(registry, {
    name: 'gen_ai_client_token_usage',
    help: 'Tokens per request, as charged.',
    labelNames: [...modelLabels, 'gen_ai_token_type'],
    bounds: bounds.tokens,
    read: () => figures.tokenUsage(),
  });
  observableCounter(registry, {
    name: 'switchyard_relay_tokens_total',
    help: 'Tokens as charged. Kinds but prompt and completion are a part of one of these.',
    labelNames: ['model', 'kind'],
    read: () => figures.tokens(),
  });
  observableCounter(registry, {
    name: 'switchyard_relay_charged_quota_total',
    help: 'Charges in quota; 500000 are one dollar.',
    labelNames: ['model'],
    read: () => figures.charges(),
  });
}

function addRunning(registry: Registry, { relay, health }: Sources): void {
  observableGauge(registry, {
    name: 'switchyard_relay_running_requests',
    help: 'Admitted requests that have not ended, by whether their answer comes bit by bit.',
    labelNames: ['answer'],
    read: () => {
      const streams = [...relay.clock].filter((timed) => timed.streams).length;
      return [
        [{ answer: 'stream' }, streams],
        [{ answer: 'whole' }, relay.clock.size - streams],
      ];
    },
  });
  observableGauge(registry, {
    name: 'switchyard_relay_running_limit',
    help: 'Requests that may run at the same time; fewer than configured while the event loop is late.',
    read: () => relay.gate.runningLimit,
  });
  observableGauge(registry, {
    name: 'switchyard_relay_body_bytes',
    help: 'Memory that request bodies of a mebibyte and more, and the files named in them, take.',
    read: () => relay.gate.bodyBytes,
  });
  observableGauge(registry, {
    name: 'switchyard_relay_open_breakers',
    help: 'Models for which a channel is passed over now.',
    labelNames: ['channel'],
    read: () => [...health.open(Date.now())].map(([channelId, models]) => [{ channel: String(channelId) }, models]),
  });
  observableGauge(registry, {
    name: 'switchyard_relay_channels',
    help: 'Channels that are switched on.',
    read: () => relay.snapshots.current?.channels.size ?? 0,
  });
  observableGauge(registry, {
    name: 'switchyard_relay_configuration_age_seconds',
    help: 'Since channels, prices and options were last read; they are read every minute.',
    read: () => (Date.now() - relay.snapshots.readAt) / 1000,
  });
  observableGauge(registry, {
    name: 'switchyard_relay_admitting',
    help: '1 while new requests are taken in.',
    read: () => (relay.leases.opened && !relay.draining ? 1 : 0),
  });
}

function addMoney(registry: Registry, { relay: { leases, spool }, publisher }: Sources): void {
  observableGauge(registry, {
    name: 'switchyard_relay_leases',
    help: 'Keys for which quota is taken ahead.',
    read: () => leases.figures().leases,
  });
  observableGauge(registry, {
    name: 'switchyard_relay_held_quota',
    help: 'Quota taken from balances and not spent, by use.',
    labelNames: ['use'],
    read: () => {
      const { held, reserved } = leases.figures();
      return [
        [{ use: 'reserved' }, reserved],
        [{ use: 'free' }, held - reserved],
      ];
    },
  });
  observableGauge(registry, {
    name: 'switchyard_relay_unpublished_quota',
    help: 'Charges that the usage stream does not have yet.',
    read: () => leases.figures().unpublished,
  });
  observableGauge(registry, {
    name: 'switchyard_relay_unpublished_events',
    help: 'Usage events that the stream does not have yet.',
    read: () => spool.unacknowledged,
  });
  observableGauge(registry, {
    name: 'switchyard_relay_oldest_unpublished_seconds',
    help: 'Age of the oldest usage event that the stream does not have; 0 when it has all.',
    read: () => (Date.now() - (publisher.oldestAt ?? Date.now())) / 1000,
  });
  observableGauge(registry, {
    name: 'switchyard_relay_spool_bytes',
    help: 'Size of the spool on disk.',
    read: () => spool.bytes,
  });
  observableGauge(registry, {
    name: 'switchyard_relay_spool_limit_bytes',
    help: 'Size at which the spool is full; new requests are refused at 80 % of it.',
    read: () => spool.limitBytes,
  });
}
