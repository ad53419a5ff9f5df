import { existsSync, readFileSync } from 'node:fs';
import type { Deployment } from './config.ts';
import { readModel } from './providers.ts';

/** A deployment as a channel of one model. */
export interface Served {
  readonly provider: string;
  readonly type: number;
  readonly key: string;
  readonly baseUrl: string;
  readonly other: string;
  /** What clients ask for, and what the host calls it. */
  readonly name: string;
  readonly model: string;
  readonly weight: number;
  readonly priority: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Names of what is not carried. */
  readonly notes: readonly string[];
}

const carried = new Set([
  ...['model', 'api_key', 'api_base', 'base_url', 'api_version', 'weight', 'rpm', 'tpm', 'order', 'extra_headers'],
  ...['aws_access_key_id', 'aws_secret_access_key', 'aws_session_token', 'aws_region_name'],
  ...['vertex_project', 'vertex_location', 'vertex_credentials'],
]);

/** Reads a deployment, or answers why it cannot be carried. */
export function readDeployment(
  { model_name: name, litellm_params: params }: Deployment,
  environment: NodeJS.ProcessEnv,
): Served | string {
  const known = readModel(params.model);
  if (!known) return `no channel type serves ${params.model}`;
  if (name.includes('*') || known.model.includes('*')) return 'a channel names its models one by one';
  const missing: string[] = [];
  const value = (field: string, variable?: string) => {
    const text = params[field] ?? (variable === undefined ? '' : `os.environ/${variable}`);
    const named = /^os\.environ\/(.+)$/.exec(String(text))?.[1];
    if (named === undefined) return String(text);
    if (!environment[named]) missing.push(named);
    return environment[named] ?? '';
  };
  const served: Served = {
    provider: known.provider,
    type: known.type,
    key: keyOf(known.provider, value, known.keyVariable),
    baseUrl: (value('api_base') || value('base_url')).replace(/\/+$/, ''),
    other: value('vertex_location') || value('api_version'),
    name,
    model: known.model,
    weight: weightOf(params),
    priority: typeof params.order === 'number' ? -params.order : 0,
    headers: (params.extra_headers ?? {}) as Readonly<Record<string, unknown>>,
    notes: Object.keys(params).filter((field) => !carried.has(field)),
  };
  return missing.length === 0 ? served : `set ${[...new Set(missing)].join(', ')} in the environment of this command`;
}

function keyOf(provider: string, value: (field: string, variable?: string) => string, variable?: string): string {
  if (provider === 'bedrock') {
    const parts = [
      value('aws_access_key_id', 'AWS_ACCESS_KEY_ID'),
      value('aws_secret_access_key', 'AWS_SECRET_ACCESS_KEY'),
      value('aws_region_name', 'AWS_REGION_NAME'),
      value('aws_session_token'),
    ];
    return parts.filter(Boolean).join('|');
  }
  if (provider === 'vertex_ai') {
    const account = value('vertex_credentials', 'GOOGLE_APPLICATION_CREDENTIALS');
    return existsSync(account) ? readFileSync(account, 'utf8') : account;
  }
  return value('api_key', variable);
}

/** Its share among the deployments of a name. Ours are whole numbers; theirs may be parts of one. */
function weightOf({ weight, rpm, tpm }: Record<string, unknown>): number {
  if (typeof weight === 'number') return Math.round(weight * 100);
  const rate = rpm ?? tpm;
  return typeof rate === 'number' ? Math.round(rate) : 0;
}
