import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { parse } from 'yaml';
import { signIn } from '../single-node/demo/console-client.ts';
import { until } from '../tasks/books.ts';
import { dashboards } from './dashboards/all.ts';
import { fileOf } from './dashboards/file.ts';
import { type Installation, startInstallation } from './testing/installation.ts';
import { selectorsIn } from './testing/names-in.ts';
import { type Exposition, readExposition } from './testing/read-exposition.ts';

const metricsToken = 'canary-token-of-the-metrics';
const model = 'model-that-fails-over';
const services = ['relay', 'console', 'billing'] as const;
/** Labels that Prometheus adds to every series that it reads. */
const labelsOfTargets = ['job', 'instance', 'service'];

let broken: Upstream;
let sound: Upstream;
let installation: Installation;
let key = '';

before(async () => {
  [broken, sound] = [await startUpstream(), await startUpstream()];
  broken.script({ behaviour: { status: 500 } });
  installation = await startInstallation({ METRICS_TOKEN: metricsToken, LOG_LEVEL: 'trace' }, async (db, keys) => {
    const userId = await seedUser(db, { username: 'ada', balance: 1_000_000 });
    key = (await seedToken(db, keys, { userId })).key;
    await seedPrice(db, model, { input: '2', output: '8' });
    await seedChannel(db, keys, { baseUrl: broken.url, models: [model], priority: 10 });
    await seedChannel(db, keys, { baseUrl: sound.url, models: [model] });
  });
});
after(async () => {
  await installation?.close();
  await broken?.close();
  await sound?.close();
});

function ask(fields: object): Promise<Response> {
  return fetch(`${installation.addresses.console}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }], ...fields }),
  });
}

async function scrape(service: (typeof services)[number]): Promise<Exposition> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const response = await fetch(`${installation.addresses[service]}/metrics`, { headers });
  assert.equal(response.status, 200);
  return readExposition(await response.text());
}

test('a stranger reads no metrics, at no service and by no path of the public origin', async () => {
  for (const service of services) {
    for (const authorization of ['', 'Bearer wrong', `Basic ${metricsToken}`, `Bearer ${key}`]) {
      const response = await fetch(`${installation.addresses[service]}/metrics`, { headers: { authorization } });
      assert.equal(response.status, 401, service);
      assert.doesNotMatch(await response.text(), /switchyard_/);
    }
  }
  const authorization = `Bearer ${metricsToken}`;
  for (const path of ['/v1/metrics', '/v1/v1/metrics', '/v1/%2e%2e/metrics', '/mj/..%2fmetrics', '/suno//metrics']) {
    const response = await fetch(installation.addresses.console + path, { headers: { authorization } });
    assert.doesNotMatch(await response.text(), /switchyard_relay_/, path);
  }
});

test('a request is counted once at each station, with what it cost', async () => {
  const answer = await ask({ stream: true, stream_options: { include_usage: true } });
  assert.equal(answer.status, 200);
  await answer.text();
  assert.equal((await ask({ model: 'unheard-of' })).status, 404);

  const relay = await scrape('relay');
  const labels = { gen_ai_request_model: model, gen_ai_provider_name: 'openai', gen_ai_operation_name: 'chat' };
  assert.equal(relay.value('gen_ai_server_request_duration_seconds_count', labels), 1);
  assert.equal(relay.value('gen_ai_server_time_to_first_token_seconds_count', labels), 1);
  assert.equal(relay.value('gen_ai_server_time_per_output_token_seconds_count', labels), 1);
  const outcome = { operation: 'chat', dialect: 'openai-chat', outcome: 'done' };
  assert.equal(relay.value('switchyard_relay_requests_total', outcome), 1);
  assert.equal(relay.value('switchyard_relay_refusals_total', { code: 'model_not_found' }), 1);
  assert.equal(relay.value('switchyard_relay_tries_total', { status: '5xx' }), 1);
  assert.equal(relay.value('switchyard_relay_tries_total', { status: '2xx' }), 1);
  assert.equal(relay.value('switchyard_relay_channel_failures_total', { cause: 'channel' }), 1);
  assert.equal(relay.value('switchyard_relay_retries_total'), 1);
  assert.equal(relay.value('switchyard_relay_recovered_requests_total'), 1);
  assert.equal(relay.value('switchyard_relay_running_requests'), 0);

  const row = await until(() =>
    installation.db.selectFrom('usage_log').selectAll().where('type', '=', 2).executeTakeFirst(),
  );
  assert.equal(relay.value('switchyard_relay_charged_quota_total', { model }), row.quota);
  assert.equal(
    relay.value('gen_ai_client_token_usage_sum', { ...labels, gen_ai_token_type: 'input' }),
    row.prompt_tokens,
  );
  assert.equal(relay.value('switchyard_relay_tokens_total', { model, kind: 'completion' }), row.completion_tokens);
  const billing = await until(async () => {
    const told = await scrape('billing');
    return told.value('switchyard_billing_events_total', { result: 'settled' }) === 1 ? told : undefined;
  });
  assert.equal(billing.value('switchyard_billing_open_breaches'), 0);
  assert.equal(billing.value('switchyard_billing_dead_letters'), 0);
  assert.equal(billing.value('switchyard_billing_log_days_ahead'), 7);
  assert.equal(billing.value('switchyard_billing_stream_lag_messages'), 0);
});

test('the console counts calls by template and sign-ins by result', async () => {
  const { addresses, administrator } = installation;
  await signIn(addresses.console, administrator.username, administrator.password);
  await assert.rejects(signIn(addresses.console, administrator.username, 'canary-wrong-password'));
  const console_ = await scrape('console');
  const login = { method: 'POST', route: '/api/user/login', status: '2xx' };
  assert.equal(console_.value('switchyard_console_request_duration_seconds_count', login), 2);
  assert.equal(console_.value('switchyard_console_sign_ins_total', { way: 'password', result: 'signed_in' }), 1);
  assert.equal(console_.value('switchyard_console_sign_ins_total', { way: 'password', result: 'refused' }), 1);
  assert.notEqual(console_.value('switchyard_console_outbox_rows'), undefined);
});

test('dashboards and alerts are PromQL over what the services tell', async () => {
  const expositions = await Promise.all(services.map(scrape));
  const labels = new Map(expositions.flatMap((exposition) => [...exposition.labels]));
  const known = new Set(['up', ...expositions.flatMap(({ types }) => [...types].flatMap(seriesOf))]);
  const expressions = [...rules().map(({ expr }) => expr), ...queries()];
  assert.ok(expressions.length > 40);
  for (const expression of expressions) {
    const selectors = selectorsIn(expression);
    assert.ok(selectors.length > 0, expression);
    for (const { metric, labels: used } of selectors) {
      assert.ok(known.has(metric), `${metric} is told by no service: ${expression}`);
      const found = labels.get(metric);
      if (!found || found.size === 0) continue;
      for (const name of used) {
        assert.ok(found.has(name) || labelsOfTargets.includes(name) || name === 'error_type', `${name}: ${expression}`);
      }
    }
  }
});

test('each alert says what it means, how urgent it is and what to do first', () => {
  for (const { alert, labels, annotations } of rules()) {
    assert.match(alert, /^Switchyard[A-Z]\w+$/);
    assert.match(labels.severity, /^(page|ticket)$/, alert);
    assert.ok(annotations.summary.length > 10 && annotations.runbook.length > 40, alert);
  }
});

test("Grafana's files are those of the descriptions", () => {
  for (const { path, content } of dashboards.map(fileOf)) {
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), JSON.parse(content));
  }
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

function rules(): Rule[] {
  const { groups } = parse(readFileSync(new URL('./alerts.yaml', import.meta.url), 'utf8'));
  return groups.flatMap((group: { rules: Rule[] }) => group.rules);
}

function queries(): string[] {
  return dashboards.flatMap(({ panels }) => panels.flatMap((panel) => panel.queries.map(({ expr }) => expr)));
}

/** The names under which a family is queried. */
function seriesOf([name, type]: readonly [string, string]): string[] {
  return type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name];
}
