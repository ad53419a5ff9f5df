import { withSecretFiles } from '@switchyard/environment';
import { type CidrList, readCidrs, readTrustedProxies } from '@switchyard/http';
import { readMetricsToken } from '@switchyard/telemetry';
import type { LoadLimits } from './admission/load-gate.ts';

export interface RelayConfig extends LoadLimits {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly natsUrl: string | undefined;
  readonly secret: string;
  readonly dataDir: string;
  /** Private ranges that channels may use. */
  readonly allowedUpstreams: CidrList;
  /** Private ranges from which files that clients name by their address may be read. */
  readonly allowedFiles: CidrList;
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: string[];
  readonly bodyLimitBytes: number;
  readonly spoolLimitBytes: number;
  /** How long after SIGTERM new requests are still served, for balancers that have not heard of it. */
  readonly leaveMs: number;
  /** How long running requests may go on after that. */
  readonly drainMs: number;
  /** Common requests are read without Node's HTTP server, which is cheaper. */
  readonly fastLane: boolean;
  /** Who bears it may read the figures at /metrics. */
  readonly metricsToken: string | undefined;
  /** Traces of clients are continued. */
  readonly trustsTraceparent: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings; throws an Error that names the variable and says what it should be. */
export function readConfig(environment: Environment): RelayConfig {
  const env = withSecretFiles(environment);
  return {
    host: env.HOST || '0.0.0.0',
    port: integer(env, 'RELAY_PORT', 3001, 0, 65_535),
    databaseUrl: required(
      env,
      'DATABASE_URL',
      'the address of Postgres, such as postgres://user:password@host:5432/switchyard',
    ),
    redisUrl: env.REDIS_URL || undefined,
    natsUrl: env.NATS_URL || undefined,
    secret: required(
      env,
      'SWITCHYARD_SECRET',
      'at least 32 random bytes in base64; make one with: openssl rand -base64 32',
    ),
    dataDir: env.SWITCHYARD_DATA_DIR || './data',
    allowedUpstreams: readCidrs(env, 'UPSTREAM_ALLOW_CIDRS'),
    allowedFiles: readCidrs(env, 'FILE_ALLOW_CIDRS'),
    // The console of a single node fronts the relay on this machine, whatever else does.
    trustedProxies: ['127.0.0.0/8', '::1/128', ...readTrustedProxies(env)],
    bodyLimitBytes: integer(env, 'RELAY_BODY_LIMIT_BYTES', 64 * 1_048_576, 1024, 2 ** 30),
    bodiesLimitBytes: integer(env, 'RELAY_BODIES_LIMIT_BYTES', 512 * 1_048_576, 1_048_576, 2 ** 40),
    runningLimit: integer(env, 'RELAY_RUNNING_LIMIT', 10_000, 1, 1_000_000),
    lagLimitMs: integer(env, 'RELAY_LAG_LIMIT_MS', 200, 0, 60_000),
    spoolLimitBytes: integer(env, 'RELAY_SPOOL_LIMIT_BYTES', 2 ** 30, 2 ** 20, 2 ** 40),
    leaveMs: integer(env, 'RELAY_LEAVE_MS', 10_000, 0, 600_000),
    drainMs: integer(env, 'RELAY_DRAIN_MS', 600_000, 0, 3_600_000),
    metricsToken: readMetricsToken(env),
    fastLane: yesOrNo(env, 'RELAY_FAST_LANE', true),
    trustsTraceparent: yesOrNo(env, 'TRUST_TRACEPARENT', false),
  };
}

function required(env: Environment, name: string, what: string): string {
  const value = env[name];
  if (!value) throw new Error(`Set ${name}: ${what}.`);
  return value;
}

function yesOrNo(env: Environment, name: string, standard: boolean): boolean {
  const text = env[name] || String(standard);
  if (text !== 'true' && text !== 'false') throw new Error(`${name} must be true or false, not "${text}".`);
  return text === 'true';
}

function integer(env: Environment, name: string, standard: number, least: number, most: number): number {
  const text = env[name];
  if (!text) return standard;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}
