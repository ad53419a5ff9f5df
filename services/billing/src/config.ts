import { withSecretFiles } from '@switchyard/environment';
import { type CidrList, readCidrs } from '@switchyard/http';
import { parsePaymentHosts } from '@switchyard/payments';
import { readMetricsToken } from '@switchyard/telemetry';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** Settings of billing, from the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  /** For the job queue; absent: the queue lives in Postgres. */
  readonly redisUrl: string | undefined;
  /** For a process of its own; a single node hands in its bus. */
  readonly natsUrl: string | undefined;
  /** SWITCHYARD_SECRET; the relay knows us by a key derived from it. */
  readonly secret: string;
  readonly relayUrl: string;
  /** Private ranges in which payment gateways may have their address. */
  readonly upstreamAllow: CidrList;
  /** Private ranges in which users' webhooks may have their address. */
  readonly allowedHooks: CidrList;
  /** Where payment vendors' APIs answer, by processor; where none is said, at the vendor's own address. */
  readonly paymentHosts: Readonly<Record<string, string>>;
  /** Older days of the usage log are dropped; undefined: all are kept. */
  readonly logRetentionDays: number | undefined;
  /** Who bears it may read the figures at /metrics. */
  readonly metricsToken: string | undefined;
  readonly logLevel: string | undefined;
}

const Environment = Type.Object({
  HOST: Type.String({ default: '0.0.0.0', minLength: 1 }),
  BILLING_PORT: Type.Integer({ default: 3002, minimum: 0, maximum: 65_535 }),
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://' }),
  REDIS_URL: Type.Optional(Type.String()),
  NATS_URL: Type.Optional(Type.String()),
  SWITCHYARD_SECRET: Type.String({ minLength: 1 }),
  RELAY_URL: Type.String({ default: 'http://127.0.0.1:3001', pattern: '^https?://[^/]+/?$' }),
  UPSTREAM_ALLOW_CIDRS: Type.String({ default: '' }),
  FILE_ALLOW_CIDRS: Type.String({ default: '' }),
  PAYMENT_HOSTS: Type.String({ default: '' }),
  LOG_RETENTION_DAYS: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  LOG_LEVEL: Type.Optional(Type.String()),
});

/** Redis and NATS addresses and the log level are judged where they are used. */
const hints: Partial<Record<keyof Static<typeof Environment>, string>> = {
  HOST: 'the address to listen on, for example 0.0.0.0',
  BILLING_PORT: 'a port number, for example 3002',
  DATABASE_URL: 'the address of Postgres, for example postgres://user:password@host:5432/switchyard',
  SWITCHYARD_SECRET: 'base64 of 32 random bytes, the same for every service; make one with: openssl rand -base64 32',
  LOG_RETENTION_DAYS: 'a whole number of days from 1 to 3650, or leave it out to keep the usage log',
  RELAY_URL: 'the address of the relay without a path, for example http://127.0.0.1:3001',
};

/** Throws an error that names every setting to correct. Values are not repeated: they may be secret. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const env = withSecretFiles(environment);
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const settings = Value.Clean(Environment, Value.Convert(Environment, Value.Default(Environment, given)));
  if (!Value.Check(Environment, settings)) {
    const wrong = new Set(Value.Errors(Environment, settings).flatMap(namesOf));
    throw new Error([...wrong].map((name) => `Set ${name} to ${hints[name as keyof typeof hints]}.`).join('\n'));
  }
  return {
    host: settings.HOST,
    port: settings.BILLING_PORT,
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    natsUrl: settings.NATS_URL,
    secret: settings.SWITCHYARD_SECRET,
    relayUrl: settings.RELAY_URL.replace(/\/$/, ''),
    upstreamAllow: readCidrs(env, 'UPSTREAM_ALLOW_CIDRS'),
    allowedHooks: readCidrs(env, 'FILE_ALLOW_CIDRS'),
    paymentHosts: parsePaymentHosts(settings.PAYMENT_HOSTS),
    logRetentionDays: settings.LOG_RETENTION_DAYS,
    metricsToken: readMetricsToken(env),
    logLevel: settings.LOG_LEVEL,
  };
}

function namesOf(error: { instancePath: string; params: object }): string[] {
  if ('requiredProperties' in error.params) return error.params.requiredProperties as string[];
  return [error.instancePath.slice(1)];
}
