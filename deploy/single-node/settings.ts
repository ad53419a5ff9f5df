import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What the launcher itself decides on; the services read the rest of the environment. */
export interface Settings {
  readonly dataDir: string;
  readonly demo: boolean;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly natsUrl: string | undefined;
  readonly secret: string | undefined;
  /** Where the console listens; relay and billing stay on 127.0.0.1. */
  readonly host: string;
  readonly ports: Ports;
}

export interface Ports {
  readonly console: number;
  readonly relay: number;
  readonly billing: number;
  readonly postgres: number;
}

/** Which variable sets which port. */
export const portVariables = {
  console: 'CONSOLE_PORT',
  relay: 'RELAY_PORT',
  billing: 'BILLING_PORT',
  postgres: 'SWITCHYARD_POSTGRES_PORT',
} as const satisfies Record<keyof Ports, string>;

const defaultPorts: Ports = { console: 3000, relay: 3001, billing: 3002, postgres: 5433 };

/** Throws an error whose message says what to correct. */
export function readSettings(environment: NodeJS.ProcessEnv, args: readonly string[]): Settings {
  const { values } = parseArgs({ args: [...args], options: { demo: { type: 'boolean', default: false } } });
  const text = (name: string) => environment[name]?.trim() || undefined;
  const port = (service: keyof Ports) =>
    readPort(portVariables[service], text(portVariables[service]), defaultPorts[service]);
  return {
    dataDir: resolve(text('SWITCHYARD_DATA_DIR') ?? 'data'),
    demo: values.demo,
    databaseUrl: text('DATABASE_URL'),
    redisUrl: text('REDIS_URL'),
    natsUrl: text('NATS_URL'),
    secret: text('SWITCHYARD_SECRET'),
    host: text('HOST') ?? '0.0.0.0',
    ports: { console: port('console'), relay: port('relay'), billing: port('billing'), postgres: port('postgres') },
  };
}

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Error(`Set ${name} to a port number between 1 and 65535; "${text}" is none.`);
}
