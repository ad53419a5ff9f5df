import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parse, parseAllDocuments } from 'yaml';

/** One object for the API server. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

const Target = Type.Object(
  { kind: Type.String(), name: Type.Optional(Type.String()) },
  { additionalProperties: false },
);

/** What our kustomizations use of Kustomize, and nothing else: a field that is not known here fails. */
const Kustomization = Type.Object(
  {
    apiVersion: Type.Literal('kustomize.config.k8s.io/v1beta1'),
    kind: Type.Literal('Kustomization'),
    namespace: Type.Optional(Type.String()),
    resources: Type.Array(Type.String()),
    replicas: Type.Optional(Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() }))),
    patches: Type.Optional(
      Type.Array(
        Type.Object(
          { path: Type.Optional(Type.String()), patch: Type.Optional(Type.String()), target: Target },
          { additionalProperties: false },
        ),
      ),
    ),
    configMapGenerator: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String(),
            literals: Type.Optional(Type.Array(Type.String({ pattern: '^\\w+=' }))),
            files: Type.Optional(Type.Array(Type.String())),
          },
          { additionalProperties: false },
        ),
      ),
    ),
    labels: Type.Optional(Type.Array(Type.Object({ pairs: Type.Record(Type.String(), Type.String()) }))),
  },
  { additionalProperties: false },
);
type Kustomization = Static<typeof Kustomization>;

/**
 * What `kubectl kustomize <folder>` makes of our folders, but for the hashes in names of config maps. Throws at
 * anything that it does not know.
 */
export function render(folder: string): Manifest[] {
  const file = join(folder, 'kustomization.yaml');
  const settings: unknown = parse(readFileSync(file, 'utf8'));
  const [fault] = Value.Errors(Kustomization, settings);
  if (fault) throw new Error(`${file}${fault.instancePath}: ${fault.message} ${JSON.stringify(fault.params)}`);
  const kustomization = settings as Kustomization;
  const own = kustomization.resources.flatMap((resource) => read(join(folder, resource)));
  const manifests = [...own, ...(kustomization.configMapGenerator ?? []).map((map) => configMap(folder, map))];
  patchAll(folder, kustomization, manifests);
  for (const { name, count } of kustomization.replicas ?? []) setReplicas(file, manifests, name, count);
  const { namespace } = kustomization;
  const pairs = Object.assign({}, ...(kustomization.labels ?? []).map((one) => one.pairs));
  return manifests.map(({ metadata, ...manifest }) => ({
    ...manifest,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, ...pairs },
      ...(namespace !== undefined && manifest.kind !== 'Namespace' ? { namespace } : {}),
    },
  }));
}

function read(path: string): Manifest[] {
  if (statSync(path).isDirectory()) return render(path);
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors[0]) throw new Error(`${path}: ${document.errors[0].message}`);
    return document.toJS() as Manifest;
  });
}

function configMap(
  folder: string,
  { name, literals = [], files = [] }: { name: string; literals?: string[]; files?: string[] },
): Manifest {
  const data = [
    ...literals.map((literal) => [literal.slice(0, literal.indexOf('=')), literal.slice(literal.indexOf('=') + 1)]),
    ...files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  ];
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: Object.fromEntries(data) };
}

function patchAll(folder: string, { patches = [] }: Kustomization, manifests: Manifest[]): void {
  for (const { path, patch, target } of patches) {
    const operations = parse(
      path === undefined ? (patch ?? '') : readFileSync(join(folder, path), 'utf8'),
    ) as Operation[];
    const matching = manifests.filter(
      ({ kind, metadata }) =>
        new RegExp(`^(${target.kind})$`).test(kind) && metadata.name === (target.name ?? metadata.name),
    );
    if (matching.length === 0) throw new Error(`${folder}: a patch of ${JSON.stringify(target)} finds nothing.`);
    for (const manifest of matching) jsonPatch.applyPatch(manifest, structuredClone(operations), true);
  }
}

function setReplicas(file: string, manifests: Manifest[], name: string, count: number): void {
  const found = manifests.filter(
    ({ kind, metadata }) => /^(Deployment|StatefulSet)$/.test(kind) && metadata.name === name,
  );
  if (found.length === 0) throw new Error(`${file}: nothing is called ${name} whose replicas could be set.`);
  for (const { spec } of found) (spec as { replicas: number }).replicas = count;
}

/** All manifests of some folders below k8s. */
export function renderAll(...folders: string[]): Manifest[] {
  return folders.flatMap((folder) => render(join(dirname(import.meta.dirname), '../k8s', folder)));
}
