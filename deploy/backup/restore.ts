import { parseArgs } from 'node:util';
import { replayUsage } from '@switchyard/bus';
import { emptyWallets } from './empty-wallets.ts';
import { loadBackup } from './load-backup.ts';
import { withDatabase } from './with-database.ts';

/*
 * npm run restore -- <file>: fills an empty database, while nothing else runs. With REDIS_URL it empties the wallets, with NATS_URL
 * it queues all usage since the back-up once more; billing books it when it starts, before anybody is admitted.
 * npm run restore -- --since <time>: does all but the first, for a database that Postgres's own archive brought back as of that time.
 */
/** A charge may have been published this long before the back-up and committed after it. */
const overlapMs = 3_600_000;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { since: { type: 'string' } }, allowPositionals: true });
  const takenAt = await broughtBack(values.since, positionals);
  say(`The database is as it was on ${takenAt.toISOString()}.`);
  const { REDIS_URL: redisUrl, NATS_URL: natsUrl } = process.env;
  if (redisUrl) await emptyWallets(redisUrl);
  const messages = natsUrl ? await replayUsage(natsUrl, new Date(takenAt.getTime() - overlapMs)) : undefined;
  say(
    messages === undefined
      ? 'No usage was kept since then: what relays have not handed over yet comes from their spools, the rest is lost.'
      : `${messages} messages of usage since then are queued again. Start billing, then the others.`,
  );
}

/** As of when the database is, after the file was loaded if there is one. */
async function broughtBack(since: string | undefined, files: readonly string[]): Promise<Date> {
  const [path] = files;
  if (files.length > 1 || (path === undefined) === (since === undefined)) {
    throw new Error('npm run restore -- <file>, or npm run restore -- --since <time>');
  }
  if (path !== undefined) return withDatabase(process.env, (url) => loadBackup(url, path));
  const time = new Date(since ?? '');
  if (Number.isNaN(time.getTime()) || time.getTime() > Date.now()) {
    throw new Error(`--since ${since} is no time in the past: it is written like 2026-11-22T08:30:00Z`);
  }
  return time;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`The back-up was not restored: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
