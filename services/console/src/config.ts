import { fileURLToPath } from 'node:url';
import { withSecretFiles } from '@switchyard/environment';
import { type CidrList, readCidrs, readTrustedProxies } from '@switchyard/http';
import { parsePaymentHosts } from '@switchyard/payments';
import { readMetricsToken } from '@switchyard/telemetry';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** Settings of the console, from the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  /** A replica for what is read of the log and the dashboard; undefined: the database itself. */
  readonly databaseReadUrl: string | undefined;
  /** SWITCHYARD_SECRET; all keys are derived from it. */
  readonly secret: string;
  readonly relayUrl: string;
  /** Private ranges in which channels may have their address. */
  readonly upstreamAllow: CidrList;
  /** Proxies whose X-Forwarded headers are believed. */
  readonly trustedProxyCidrs: readonly string[];
  /** Where human checks are verified (Cloudflare Turnstile). */
  readonly turnstileUrl: string;
  /** Where people agree to sign in with GitHub, or with a GitHub of their own. */
  readonly githubUrl: string;
  /** Where that GitHub says who has agreed. */
  readonly githubApiUrl: string;
  readonly linuxdoUrl: string;
  /** Where payment vendors' APIs answer, by processor; where none is said, at the vendor's own address. */
  readonly paymentHosts: Readonly<Record<string, string>>;
  /** The built web app. */
  readonly webRoot: string;
  /** Who bears it may read the figures at /metrics. */
  readonly metricsToken: string | undefined;
  readonly logLevel: string | undefined;
}

const Environment = Type.Object({
  HOST: Type.String({ default: '0.0.0.0', minLength: 1 }),
  CONSOLE_PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65_535 }),
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://' }),
  DATABASE_READ_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  SWITCHYARD_SECRET: Type.String({ minLength: 1 }),
  RELAY_URL: Type.String({ default: 'http://127.0.0.1:3001', pattern: '^https?://[^/]+/?$' }),
  UPSTREAM_ALLOW_CIDRS: Type.String({ default: '' }),
  TRUSTED_PROXY_CIDRS: Type.String({ default: '' }),
  TURNSTILE_URL: Type.String({ default: 'https://challenges.cloudflare.com', pattern: '^https?://[^/]+/?$' }),
  GITHUB_URL: Type.String({ default: 'https://github.com', pattern: '^https?://[^/]+/?$' }),
  GITHUB_API_URL: Type.String({ default: 'https://api.github.com', pattern: '^https?://[^/]+' }),
  LINUXDO_URL: Type.String({ default: 'https://connect.linux.do', pattern: '^https?://[^/]+/?$' }),
  PAYMENT_HOSTS: Type.String({ default: '' }),
  LOG_LEVEL: Type.Optional(Type.String()),
  WEB_ROOT: Type.String({ default: fileURLToPath(new URL('../../../web/dist', import.meta.url)) }),
});

const hints: Record<keyof Static<typeof Environment>, string> = {
  HOST: 'the address to listen on, for example 0.0.0.0',
  CONSOLE_PORT: 'a port number, for example 3000',
  DATABASE_URL: 'the address of Postgres, for example postgres://user:password@host:5432/switchyard',
  DATABASE_READ_URL: 'the address of a replica of that Postgres, or leave it out',
  SWITCHYARD_SECRET: 'base64 of 32 random bytes, the same for every service; make one with: openssl rand -base64 32',
  RELAY_URL: 'the address of the relay without a path, for example http://127.0.0.1:3001',
  UPSTREAM_ALLOW_CIDRS: 'address ranges separated by commas, for example 10.0.0.0/8',
  TRUSTED_PROXY_CIDRS: 'address ranges separated by commas, for example 172.16.0.0/12',
  TURNSTILE_URL: 'the address of Cloudflare Turnstile without a path, for example https://challenges.cloudflare.com',
  GITHUB_URL: 'the address of GitHub without a path, for example https://github.com',
  GITHUB_API_URL: 'the address of the API of GitHub, for example https://api.github.com',
  LINUXDO_URL: 'the address of LINUX DO Connect without a path, for example https://connect.linux.do',
  PAYMENT_HOSTS: "addresses of payment APIs in place of the vendors' own, for example stripe=http://127.0.0.1:4010",
  LOG_LEVEL: 'trace, debug, info, warn, error, fatal or silent',
  WEB_ROOT: 'the folder of the built web app',
};

/** Throws an error that names every setting to correct. Values are not repeated: they may be secret. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const env = withSecretFiles(environment);
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const settings = Value.Clean(Environment, Value.Convert(Environment, Value.Default(Environment, given)));
  if (!Value.Check(Environment, settings)) {
    const wrong = Object.keys(hints).filter((name) => !isValid(name as keyof typeof hints, settings));
    throw new Error(wrong.map((name) => `Set ${name} to ${hints[name as keyof typeof hints]}.`).join('\n'));
  }
  return {
    host: settings.HOST,
    port: settings.CONSOLE_PORT,
    databaseUrl: settings.DATABASE_URL,
    databaseReadUrl: settings.DATABASE_READ_URL,
    secret: settings.SWITCHYARD_SECRET,
    relayUrl: settings.RELAY_URL.replace(/\/$/, ''),
    upstreamAllow: readCidrs(env, 'UPSTREAM_ALLOW_CIDRS'),
    trustedProxyCidrs: readTrustedProxies(env),
    turnstileUrl: settings.TURNSTILE_URL.replace(/\/$/, ''),
    githubUrl: settings.GITHUB_URL.replace(/\/$/, ''),
    githubApiUrl: settings.GITHUB_API_URL.replace(/\/$/, ''),
    linuxdoUrl: settings.LINUXDO_URL.replace(/\/$/, ''),
    paymentHosts: parsePaymentHosts(settings.PAYMENT_HOSTS),
    webRoot: settings.WEB_ROOT,
    metricsToken: readMetricsToken(env),
    logLevel: settings.LOG_LEVEL,
  };
}

function isValid(name: keyof typeof hints, settings: unknown): boolean {
  return Value.Check(Environment.properties[name], (settings as Record<string, unknown>)[name]);
}
