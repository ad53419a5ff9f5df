export { testDatabase } from './database.ts';
export { freePort } from './free-port.ts';
export { testNats, testRedis } from './namespaces.ts';
export { type SeedChannel, type SeedToken, seedChannel, seedPrice, seedToken, seedUser } from './seed.ts';
export { startNats } from './servers/nats.ts';
export { startPostgres } from './servers/postgres.ts';
export { findProgram } from './servers/program.ts';
export { startRedis } from './servers/redis.ts';
export type { TestServer } from './servers/test-server.ts';
