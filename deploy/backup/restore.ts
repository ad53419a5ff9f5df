import { replayUsage } from '@switchyard/bus';
import { emptyWallets } from './empty-wallets.ts';
import { loadBackup } from './load-backup.ts';
import { withDatabase } from './with-database.ts';

/*
 * npm run restore -- <file>: fills an empty database, while nothing else runs. With REDIS_URL it empties the wallets, with NATS_URL
 * it queues all usage since the back-up once more; billing books it when it starts, before anybody is admitted.
 */
/** A charge may have been published this long before the back-up and committed after it. */
const overlapMs = 3_600_000;

async function main(): Promise<void> {
  const [path] = process.argv.slice(2);
  if (!path) throw new Error('npm run restore -- <file>');
  const takenAt = await withDatabase(process.env, (url) => loadBackup(url, path));
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`The back-up was not restored: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
