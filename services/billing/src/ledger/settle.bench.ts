import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { indexLog, openDatabase } from '@switchyard/db';
import { sql } from 'kysely';
import { readEvents } from '../consumers/read-events.ts';
import { eventsPerTransaction } from '../consumers/usage-recorded.ts';
import { makeLogPartitions } from '../jobs/make-log-partitions.ts';
import { testBooks } from '../testing/books.ts';
import { usageEvent } from '../testing/usage-event.ts';
import { settle } from './settle.ts';

/*
 * npm run bench -w services/billing -- [--batches 10] [--events 10000] [--users 200] [--channels 20]
 * How many usage events a second one worker settles, and what they cost Postgres and the worker in CPU time and on disk.
 * Reads /proc, so it needs Linux and a Postgres on this machine.
 */
const { values } = parseArgs({
  options: {
    batches: { type: 'string', default: '10' },
    events: { type: 'string', default: String(eventsPerTransaction) },
    users: { type: 'string', default: '200' },
    channels: { type: 'string', default: '20' },
  },
});
const [batches, perBatch, userCount, channelCount] = [values.batches, values.events, values.users, values.channels].map(
  Number,
) as [number, number, number, number];
const warmUp = 2;
const dayMs = 86_400_000;

const books = await testBooks();
const db = openDatabase({ url: books.url, applicationName: 'bench', maxConnections: 1 });
await makeLogPartitions(db);
const customers = await Promise.all(
  Array.from({ length: userCount }, async () => {
    const userId = await books.user(1e12);
    return { userId, tokenId: await books.token(userId, 1e12) };
  }),
);
const channels = await Promise.all(Array.from({ length: channelCount }, () => books.channel()));
const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
const backend = rows[0]?.pid ?? 0;
const postmaster = statOf(backend).parent;

let began = { wall: 0, postgres: 0, backend: 0, worker: 0 };
let [writtenBefore, sent] = [0, 0];
for (let batch = -warmUp; batch < batches; batch++) {
  if (batch === 0) {
    writtenBefore = await written();
    began = now();
  }
  const lines = Array.from({ length: perBatch }, () => {
    // First bytes within an octave, answers within two: some ten buckets of each.
    const firstByteMs = Math.round(200 * 2 ** Math.random());
    const durationMs = Math.round(firstByteMs * 4 ** Math.random());
    return JSON.stringify(usageEvent({ ...oneOf(customers), channelId: oneOf(channels), firstByteMs, durationMs }));
  });
  sent = lines.reduce((sum, line) => sum + line.length, 0);
  const { events } = readEvents([Buffer.from(lines.join('\n'))]);
  await settle(db, events);
}
const ended = now();
const events = batches * perBatch;
const perEvent = (end: number, start: number, of = events) => `${(((end - start) * 1000) / of).toFixed(1)} µs`;
print(`${events} events in batches of ${perBatch}, ${userCount} users, ${channelCount} channels`);
print(`events per second           ${Math.round(events / ((ended.wall - began.wall) / 1000))}`);
print(`Postgres backend per event  ${perEvent(ended.backend, began.backend)}`);
print(`all of Postgres per event   ${perEvent(ended.postgres, began.postgres)}`);
print(`worker per event            ${perEvent(ended.worker, began.worker)} (making the events included)`);
print(`bytes of an event           ${Math.round(sent / perBatch)}`);
print(`written ahead per event     ${Math.round(((await written()) - writtenBefore) / events)} bytes of WAL`);
await printSizes();
const settled = now();
await db.connection().execute((connection) => indexLog(connection, new Date(Date.now() + 2 * dayMs)));
const rowsOfDay = (batches + warmUp) * perBatch;
print(
  `a day's searches            ${perEvent(now().postgres, settled.postgres, rowsOfDay)} a row, made once when it is over`,
);
await printSizes();
await db.destroy();
await books.close();
process.exit();

async function written(): Promise<number> {
  const { rows } = await sql<{ at: number }>`SELECT pg_current_wal_lsn() - '0/0' AS at`.execute(db);
  return rows[0]?.at ?? 0;
}

function oneOf<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}

/** On disk, with the indexes. */
async function printSizes(): Promise<void> {
  for (const table of ['usage_log', 'journal']) {
    const { rows } = await sql<{ rows: number; bytes: number; indexes: number }>`
      SELECT (SELECT count(*) FROM ${sql.table(table)}) AS rows,
             sum(pg_total_relation_size(relid)) AS bytes, sum(pg_indexes_size(relid)) AS indexes
      FROM (SELECT relid FROM pg_partition_tree(${table}) UNION SELECT ${table}::regclass) AS part`.execute(db);
    const { rows: count = 0, bytes = 0, indexes = 0 } = rows[0] ?? {};
    const perRow = `${Math.round(bytes / count)} bytes a row, ${Math.round(indexes / count)} of them indexes`;
    print(`${table.padEnd(28)}${count} rows, ${perRow}`);
  }
}

/** CPU times in milliseconds. */
function now(): typeof began {
  const { user, system } = process.cpuUsage();
  const server = [postmaster, ...childrenOf(postmaster)];
  return {
    wall: performance.now(),
    postgres: server.reduce((sum, pid) => sum + statOf(pid).cpuMs, 0),
    backend: statOf(backend).cpuMs,
    worker: (user + system) / 1000,
  };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid).parent === parent);
}

/** proc(5): fields 4, 14 and 15; the kernel counts 100 ticks a second. */
function statOf(pid: number): { parent: number; cpuMs: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return { parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * 10 };
  } catch {
    return { parent: 0, cpuMs: 0 };
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
