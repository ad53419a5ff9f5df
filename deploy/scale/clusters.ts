import { startNatsCluster, startRedisCluster } from '@switchyard/testing';

/*
 * npm run clusters -w deploy: a Redis Cluster and a NATS cluster of three servers each, on this machine, until Ctrl-C. Prints how
 * tests and services find them.
 */
const [redis, nats] = await Promise.all([startRedisCluster(), startNatsCluster()]);
for (const prefix of ['', 'TEST_'])
  console.log(`export ${prefix}REDIS_URL='${redis.url}' ${prefix}NATS_URL='${nats.url}'`);
// The servers keep no process alive.
const waiting = setInterval(() => {}, 60_000);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    clearInterval(waiting);
    await Promise.all([redis.stop(), nats.stop()]);
  });
}
