import type { Credentials } from '../provider.ts';

/** A version of Spark over WebSocket: path and domain must agree. */
export interface SparkVersion {
  readonly path: string;
  readonly domain: string;
  readonly mostTokens: number;
  readonly callsTools: boolean;
  /** Knows the role `system`. */
  readonly knowsSystem: boolean;
}

const small = { mostTokens: 4_096, callsTools: false, knowsSystem: false };
const large = { mostTokens: 8_192, callsTools: true, knowsSystem: true };
const defaultVersion = 'v2.1';

const versions: Readonly<Record<string, SparkVersion>> = {
  'v1.1': { path: '/v1.1/chat', domain: 'lite', ...small },
  'v2.1': { path: '/v2.1/chat', domain: 'generalv2', ...small },
  'v3.1': { path: '/v3.1/chat', domain: 'generalv3', ...large, knowsSystem: false },
  'v3.1-128k': { path: '/chat/pro-128k', domain: 'pro-128k', ...small },
  'v3.5': { path: '/v3.5/chat', domain: 'generalv3.5', ...large },
  'v3.5-32k': { path: '/chat/max-32k', domain: 'max-32k', ...large },
  'v4.0': { path: '/v4.0/chat', domain: '4.0Ultra', ...large },
  x1: { path: '/v1/x1', domain: 'spark-x', ...large, mostTokens: 65_536, callsTools: false },
};

const named: Readonly<Record<string, string>> = {
  'spark-lite': 'v1.1',
  'spark-pro': 'v3.1',
  'spark-pro-128k': 'v3.1-128k',
  'spark-max': 'v3.5',
  'spark-max-32k': 'v3.5-32k',
  'spark-4.0-ultra': 'v4.0',
  'spark-x1': 'x1',
};

/** By the model's name, else the version at its end, else the channel's field `other`. */
export function versionOf(model: string, { other }: Pick<Credentials, 'other'>): SparkVersion {
  const name = model.toLowerCase();
  const suffix = /-(v?\d+\.\d+(?:-\d+k)?|x1)$/.exec(name)?.[1];
  for (const asked of [named[name], suffix, other]) {
    const version = versions[normalised(asked ?? '')];
    if (version) return version;
  }
  return versions[defaultVersion] as SparkVersion;
}

/** Operators leave the `v` out or write it large. */
function normalised(version: string): string {
  const name = version.trim().toLowerCase();
  return /^\d/.test(name) ? `v${name}` : name;
}
