export { testDatabase } from './database.ts';
export { freePort } from './free-port.ts';
export { testNats, testRedis } from './namespaces.ts';
export { startNats } from './servers/nats.ts';
export { startPostgres } from './servers/postgres.ts';
export { startRedis } from './servers/redis.ts';
export type { TestServer } from './servers/test-server.ts';
