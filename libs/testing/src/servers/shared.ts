import { startNats } from './nats.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

/** The servers that all test files of a run share, by the variable that carries their address. */
export const sharedServers = {
  TEST_DATABASE_URL: startPostgres,
  TEST_REDIS_URL: startRedis,
  TEST_NATS_URL: startNats,
} as const;

export type SharedServer = keyof typeof sharedServers;

const started = new Map<SharedServer, Promise<string>>();

/** The address from the environment (a whole run sets it); a test file run alone gets servers of its own. */
export function sharedServer(variable: SharedServer): Promise<string> {
  const url = started.get(variable) ?? addressOf(variable);
  started.set(variable, url);
  return url;
}

async function addressOf(variable: SharedServer): Promise<string> {
  return process.env[variable] || (await sharedServers[variable]()).url;
}
