import * as models from '@kubernetes/client-node';
import type { Manifest } from './render.ts';

interface Attribute {
  /** As the API has it. */
  readonly baseName: string;
  /** `string`, `V1Container`, `Array<V1Container>`, `{ [key: string]: string; }` … */
  readonly type: string;
}
type Model = { getAttributeTypeMap(): Attribute[] };

/** Which class of the official client describes a kind. */
const kinds: Readonly<Record<string, Model>> = {
  'v1/ConfigMap': models.V1ConfigMap,
  'v1/Namespace': models.V1Namespace,
  'v1/PersistentVolumeClaim': models.V1PersistentVolumeClaim,
  'v1/Service': models.V1Service,
  'apps/v1/Deployment': models.V1Deployment,
  'apps/v1/StatefulSet': models.V1StatefulSet,
  'autoscaling/v2/HorizontalPodAutoscaler': models.V2HorizontalPodAutoscaler,
  'batch/v1/CronJob': models.V1CronJob,
  'batch/v1/Job': models.V1Job,
  'networking.k8s.io/v1/Ingress': models.V1Ingress,
  'networking.k8s.io/v1/NetworkPolicy': models.V1NetworkPolicy,
  'policy/v1/PodDisruptionBudget': models.V1PodDisruptionBudget,
};

/** Kinds that are no part of Kubernetes, and so in no schema of it. */
const foreign = new Set(['monitoring.coreos.com/v1/ServiceMonitor']);

/** Where a manifest has a field that the Kubernetes API does not know, or a value of another type. */
export function unknownFields(manifest: Manifest): string[] {
  const kind = `${manifest.apiVersion}/${manifest.kind}`;
  if (foreign.has(kind)) return [];
  const model = kinds[kind];
  const place = `${manifest.kind} ${manifest.metadata.name}`;
  return model ? faultsOfObject(manifest, model, place) : [`${place}: no such kind in ${manifest.apiVersion}`];
}

function faultsOfObject(value: unknown, model: Model, place: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${place}: no object`];
  const attributes = new Map(model.getAttributeTypeMap().map(({ baseName, type }) => [baseName, type]));
  return Object.entries(value).flatMap(([name, inner]) => {
    const type = attributes.get(name);
    return type === undefined ? [`${place}.${name}: unknown`] : faults(inner, type, `${place}.${name}`);
  });
}

function faults(value: unknown, type: string, place: string): string[] {
  const list = /^Array<(.+)>$/.exec(type)?.[1];
  if (list !== undefined) {
    if (!Array.isArray(value)) return [`${place}: no list`];
    return value.flatMap((item, index) => faults(item, list, `${place}[${index}]`));
  }
  const map = /^\{ \[key: string\]: (.+); \}$/.exec(type)?.[1];
  if (map !== undefined) {
    return Object.entries(value ?? {}).flatMap(([key, inner]) => faults(inner, map, `${place}.${key}`));
  }
  if (type === 'IntOrString') return ['string', 'number'].includes(typeof value) ? [] : [`${place}: no number or text`];
  const model = (models as unknown as Record<string, Model | undefined>)[type];
  if (model) return faultsOfObject(value, model, place);
  return type === 'any' || typeof value === type ? [] : [`${place}: a ${typeof value}, not a ${type}`];
}
