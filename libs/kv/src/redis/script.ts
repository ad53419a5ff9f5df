import { readFileSync } from 'node:fs';
import type { RedisClient } from './connection.ts';

/** Runs a script; numbers must be whole, an absent argument is the empty string. */
export type Script = (keys: readonly string[], ...args: readonly (string | number)[]) => Promise<unknown>;

/**
 * Loads scripts/<file>, named <command>.<number of keys>.lua, behind the `shared` files it builds on. The text goes
 * over a connection once, afterwards its hash (EVALSHA).
 */
export function loadScript(redis: RedisClient, file: string, shared: readonly string[]): Script {
  const numberOfKeys = Number(/\.(\d)\.lua$/.exec(file)?.[1]);
  const lua = [...shared, file].map((name) => readFileSync(new URL(`scripts/${name}`, import.meta.url), 'utf8'));
  redis.defineCommand(file, { numberOfKeys, lua: lua.join('\n') });
  // ioredis adds the command to the instance under its name, which its types cannot know.
  const commands = redis as unknown as Record<string, (...args: (string | number)[]) => Promise<unknown>>;
  return async (keys, ...args) => commands[file]?.(...keys, ...args);
}
