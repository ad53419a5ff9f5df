import type { Manifest } from './render.ts';

/** Packages with a validating class of each kind, made from the API's own schemas; the module is `<group>/<version>/<kind>`. */
const packageOf: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** What the schema of its kind finds wrong with a manifest: a field that is missing, a value that is not allowed. */
export async function schemaFaults(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const group = apiVersion.split('/')[0] ?? '';
  const module = await import(`${packageOf[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`);
  try {
    new module[kind](manifest).validate();
    return [];
  } catch (error) {
    return [`${kind} ${manifest.metadata.name}: ${(error as Error).message}`];
  }
}
