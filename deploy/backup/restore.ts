import { parseArgs } from 'node:util';
import { replayUsage } from '@switchyard/bus';
import { withSecretFiles } from '@switchyard/environment';
import { emptyKv } from '@switchyard/kv';
import { loadBackup } from './load-backup.ts';
import { openBackup } from './open-backup.ts';

/*
 * With a file as its argument: fills an empty database, while nothing else runs. With REDIS_URL it empties the wallets, with NATS_URL
 * it queues all usage since the back-up once more; billing books it when it starts, before anybody is admitted.
 * With --since <time>: does all but the first, for a database that Postgres's own archive brought back as of that time.
 */
/** A charge may have been published this long before the back-up and committed after it. */
const overlapMs = 3_600_000;

async function main(): Promise<void> {
  const environment = withSecretFiles(process.env);
  const { values, positionals } = parseArgs({ options: { since: { type: 'string' } }, allowPositionals: true });
  const [path] = positionals;
  if (positionals.length > 1 || (path === undefined) === (values.since === undefined)) {
    throw new Error('Name the file of a back-up, or a time: --since 2026-11-22T08:30:00Z');
  }
  // The store's balances are newer than those of the database and would win. Billing fills it again from the journal.
  const emptyWallets = async () => void (environment.REDIS_URL && (await emptyKv(environment.REDIS_URL)));
  if (path !== undefined) return restoreFile(path, environment, emptyWallets);
  const since = readTime(values.since ?? '');
  await emptyWallets();
  await queueUsage(since, environment.NATS_URL);
}

async function restoreFile(
  path: string,
  environment: NodeJS.ProcessEnv,
  emptyWallets: () => Promise<void>,
): Promise<void> {
  const backup = await openBackup(path);
  const load = (url: string) => loadBackup(url, backup, emptyWallets);
  if (environment.DATABASE_URL) await load(environment.DATABASE_URL);
  // The image has no Postgres, nor what runs one.
  else await (await import('./with-embedded.ts')).withEmbedded(environment, load);
  const { takenAt } = backup.header;
  try {
    await queueUsage(new Date(takenAt), environment.NATS_URL);
  } catch (error) {
    throw new Error(`${reasonOf(error)}
The database is filled. When that is mended, queue the usage since then: restore once more with these arguments instead of the file:
--since ${takenAt}`);
  }
}

function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || time.getTime() > Date.now()) {
    throw new Error(`--since ${text} is no time in the past: it is written like 2026-11-22T08:30:00Z`);
  }
  return time;
}

async function queueUsage(since: Date, natsUrl: string | undefined): Promise<void> {
  say(`The database is as it was on ${since.toISOString()}.`);
  const messages = natsUrl ? await replayUsage(natsUrl, new Date(since.getTime() - overlapMs)) : undefined;
  say(
    messages === undefined
      ? 'No usage was kept since then: what relays have not handed over yet comes from their spools, the rest is lost.'
      : `${messages} messages of usage since then are queued again. Start billing, then the others.`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

main().catch((error: unknown) => {
  process.stderr.write(`The restore is not done: ${reasonOf(error)}\n`);
  process.exit(1);
});
