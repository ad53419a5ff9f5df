import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { V1Container, V1Ingress, V1LabelSelector, V1PodSpec, V1Service } from '@kubernetes/client-node';
import { relayPrefixes } from '@switchyard/console';
import { readConfig } from '@switchyard/relay';
import { type Manifest, renderAll } from './render.ts';
import { schemaFaults } from './schema-faults.ts';
import { unknownFields } from './unknown-fields.ts';

interface Rule {
  readonly from?: readonly { readonly podSelector?: V1LabelSelector }[];
  readonly to?: readonly { readonly podSelector?: V1LabelSelector; readonly ipBlock?: object }[];
  readonly ports: readonly { readonly port: number }[];
}

/** The client's own class calls `from` otherwise. */
interface Policy {
  readonly spec: {
    readonly podSelector: V1LabelSelector;
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
  };
}

interface Template {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: V1PodSpec;
}

interface Pods {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: V1PodSpec;
}

for (const overlay of ['single', 'ha']) {
  const manifests = renderAll(`overlays/${overlay}`, 'backup', 'restore');
  const pods = manifests.flatMap(podsOf);

  test(`${overlay}: every field is one of the Kubernetes API, and nothing is there twice`, () => {
    assert.deepEqual(manifests.flatMap(unknownFields), []);
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted());
  });

  test(`${overlay}: the schema of each kind is kept`, async () => {
    assert.deepEqual((await Promise.all(manifests.map(schemaFaults))).flat(), []);
  });

  test(`${overlay}: pods have no root, no rights, nothing to write to but mounts, and say what they need`, () => {
    for (const { name, spec } of pods) {
      assert.equal(spec.securityContext?.runAsNonRoot, true, name);
      assert.equal(spec.securityContext?.seccompProfile?.type, 'RuntimeDefault', name);
      assert.equal(spec.automountServiceAccountToken, false, name);
      for (const { securityContext, resources } of spec.containers) {
        assert.equal(securityContext?.allowPrivilegeEscalation, false, name);
        assert.equal(securityContext?.readOnlyRootFilesystem, true, name);
        assert.deepEqual(securityContext?.capabilities?.drop, ['ALL'], name);
        assert.ok(resources?.requests?.cpu && resources.requests.memory && resources.limits?.memory, name);
      }
    }
  });

  test(`${overlay}: what a pod mounts is there, and secrets are files, never in the environment`, () => {
    for (const { name, spec } of pods) {
      const volumes = new Set([...(spec.volumes ?? []).map((volume) => volume.name), ...claimsOf(manifests, name)]);
      for (const { volumeMounts = [], env = [], envFrom = [] } of spec.containers) {
        for (const mount of volumeMounts) assert.ok(volumes.has(mount.name), `${name}: ${mount.name}`);
        assert.ok(![...env.map((one) => one.valueFrom), ...envFrom].some((one) => one && 'secretKeyRef' in one), name);
        assert.ok(!envFrom.some((one) => one.secretRef), name);
      }
    }
  });

  test(`${overlay}: what runs on asks for its health at a port that it has, and its service leads there`, () => {
    for (const { name, spec } of pods.filter(({ spec }) => spec.restartPolicy === undefined)) {
      const [container] = spec.containers as [V1Container];
      const ports = (container.ports ?? []).map((port) => port.name);
      assert.ok(container.startupProbe && container.readinessProbe, name);
      for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
        if (probe?.httpGet) assert.ok(ports.includes(String(probe.httpGet.port)), name);
      }
    }
    for (const { metadata, spec } of ofKind<V1Service>(manifests, 'Service')) {
      const [target] = pods.filter(({ labels }) => matches({ matchLabels: spec?.selector ?? {} }, labels));
      const ports = target?.spec.containers[0]?.ports?.map((port) => port.name) ?? [];
      for (const { targetPort } of spec?.ports ?? [])
        assert.ok(ports.includes(String(targetPort)), String(metadata?.name));
    }
  });

  test(`${overlay}: a relay has time for what its answers may take`, () => {
    const relay = pods.find(({ name }) => name === 'relay')?.spec;
    const { leaveMs, drainMs } = readConfig({ DATABASE_URL: 'postgres://', SWITCHYARD_SECRET: '-' });
    assert.ok((relay?.terminationGracePeriodSeconds ?? 0) * 1000 >= leaveMs + drainMs + 10_000);
  });

  test(`${overlay}: the relay’s public paths lead to the relay, everything else to the console`, () => {
    const [ingress] = ofKind<V1Ingress>(manifests, 'Ingress');
    const paths = ingress?.spec?.rules?.[0]?.http?.paths ?? [];
    const leads = paths.map(({ path, pathType, backend }) => [path, pathType, backend.service?.name]);
    assert.deepEqual(
      leads.toSorted(),
      [...relayPrefixes.map((path) => [path, 'Prefix', 'relay']), ['/', 'Prefix', 'console']].toSorted(),
    );
  });

  test(`${overlay}: who calls whom is allowed on both sides, and nothing else`, () => {
    const policies = ofKind<Policy>(manifests, 'NetworkPolicy');
    const out = new Set<string>();
    const into = new Set<string>();
    for (const one of pods) {
      for (const other of pods) {
        for (const port of portsTo(policies, one, other, 'to')) out.add(`${one.name} → ${other.name}:${port}`);
        for (const port of portsTo(policies, other, one, 'from')) into.add(`${one.name} → ${other.name}:${port}`);
      }
    }
    assert.deepEqual([...out].toSorted(), [...into].toSorted());
    const stores = ['postgres:5432', 'redis:6379', 'nats:4222'];
    const wanted = ['console', 'relay', 'billing'].flatMap((name) => stores.map((store) => `${name} → ${store}`));
    const commands = ['migration → postgres:5432', 'backup → postgres:5432', 'backup → nats:4222'];
    const restore = stores.map((store) => `restore → ${store}`);
    const all = [...wanted, ...commands, ...restore, 'console → relay:3001', 'billing → relay:3001'];
    const clustered = ['nats → nats:6222', 'stream → nats:4222'];
    const here = new Set(pods.map(({ name }) => name));
    const expected = [...all, ...(overlay === 'ha' ? clustered : [])].filter((line) =>
      here.has(line.replace(/.* → (.*):.*/, '$1')),
    );
    assert.deepEqual([...out].toSorted(), expected.toSorted());
  });

  test(`${overlay}: console and billing reach addresses of others, and mail servers`, () => {
    for (const policy of ofKind<Policy & Manifest>(manifests, 'NetworkPolicy')) {
      if (!['console', 'billing'].includes(policy.metadata.name)) continue;
      const outside = (policy.spec.egress ?? []).filter(({ to = [] }) => to.some((one) => one.ipBlock));
      const ports = outside.flatMap((rule) => rule.ports.map(({ port }) => port));
      assert.deepEqual(ports, [443, 80, 25, 465, 587], policy.metadata.name);
    }
  });

  test(`${overlay}: the migration can be applied alone, by its label`, () => {
    const alone = manifests.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] === 'migration');
    assert.deepEqual(
      alone.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      ['Job migration'],
    );
  });
}

test('what the monitor collects is of the job that alerts and dashboards ask for', () => {
  const manifests = renderAll('overlays/ha');
  const [monitor] = ofKind<{ spec: { jobLabel: string; selector: V1LabelSelector } }>(manifests, 'ServiceMonitor');
  const services = manifests.filter(
    ({ kind, metadata }) => kind === 'Service' && matches(monitor?.spec.selector ?? {}, metadata.labels ?? {}),
  );
  const jobs = services.map(({ metadata }) => metadata.labels?.[monitor?.spec.jobLabel ?? '']);
  const telemetry = join(import.meta.dirname, '../telemetry');
  const asked = globSync(['alerts.yaml', 'grafana/*.json'], { cwd: telemetry }).flatMap((path) =>
    [...readFileSync(join(telemetry, path), 'utf8').matchAll(/\bjob=\\?"(.*?)\\?"/g)].map(([, job]) => job),
  );
  assert.equal(jobs.length, 3);
  assert.ok(asked.length > 5);
  assert.deepEqual(new Set(asked), new Set(jobs));
});

test('a field that Kubernetes does not know, and a value of the wrong type, are found wherever they are', () => {
  const relay = structuredClone(renderAll('overlays/single').find(({ kind }) => kind === 'StatefulSet')) as Manifest;
  const { spec } = podsOf(relay)[0] as Pods;
  Object.assign(spec.containers[0] as object, { readynessProbe: {} });
  Object.assign(spec, { terminationGracePeriodSeconds: '660' });
  assert.deepEqual(unknownFields(relay), [
    'StatefulSet relay.spec.template.spec.terminationGracePeriodSeconds: a string, not a number',
    'StatefulSet relay.spec.template.spec.containers[0].readynessProbe: unknown',
  ]);
});

test('a field that is missing, and a value that is not allowed, are found', async () => {
  const [monitor, deployment] = ['ServiceMonitor', 'Deployment'].map(
    (wanted) => structuredClone(renderAll('overlays/ha').find(({ kind }) => kind === wanted)) as Manifest,
  ) as [Manifest, Manifest];
  const { endpoints } = monitor.spec as { endpoints: { interval: string }[] };
  for (const endpoint of endpoints) endpoint.interval = '15 s';
  delete (deployment.spec as { selector?: unknown }).selector;
  assert.match(String(await schemaFaults(monitor)), /interval must match pattern/);
  assert.match(String(await schemaFaults(deployment)), /selector/);
});

function podsOf({ metadata, spec }: Manifest): Pods[] {
  const { template, jobTemplate } = (spec ?? {}) as { template?: Template; jobTemplate?: Manifest };
  if (jobTemplate) return podsOf({ ...jobTemplate, metadata });
  return template ? [{ name: metadata.name, labels: template.metadata.labels, spec: template.spec }] : [];
}

function claimsOf(manifests: readonly Manifest[], name: string): string[] {
  const set = manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name)?.spec;
  const { volumeClaimTemplates = [] } = (set ?? {}) as { volumeClaimTemplates?: { metadata: { name: string } }[] };
  return volumeClaimTemplates.map((claim) => claim.metadata.name);
}

function ofKind<Kind>(manifests: readonly Manifest[], kind: string): Kind[] {
  return manifests.filter((manifest) => manifest.kind === kind) as Kind[];
}

/** At which ports the policies of `subject` let it reach (`to`) or be reached by (`from`) `peer`. */
function portsTo(policies: readonly Policy[], subject: Pods, peer: Pods, direction: 'to' | 'from'): number[] {
  return policies
    .filter(({ spec }) => matches(spec.podSelector, subject.labels))
    .flatMap(({ spec }) => (direction === 'to' ? spec.egress : spec.ingress) ?? [])
    .filter((rule) => (rule[direction] ?? []).some((one) => one.podSelector && matches(one.podSelector, peer.labels)))
    .flatMap(({ ports }) => ports.map(({ port }) => port));
}

function matches(
  { matchLabels = {}, matchExpressions = [] }: V1LabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values = [] }) => values.includes(labels[key] ?? ''))
  );
}
