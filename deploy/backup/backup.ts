import { databaseUrl } from '@switchyard/billing/books';
import { keepUsage } from '@switchyard/bus';
import { withSecretFiles } from '@switchyard/environment';
import { writeBackup } from './write-backup.ts';

/*
 * The file is its argument: everything that Postgres holds, while the installation runs. With NATS_URL the server keeps usage from
 * now on, so that what comes after this back-up can be replayed over it.
 */
const limits = { maxAgeMs: 8 * 86_400_000, maxBytes: Number(process.env.USAGE_ARCHIVE_BYTES || 2 ** 30) };

async function main(): Promise<void> {
  const [path] = process.argv.slice(2);
  if (!path) throw new Error('Name the file that is to be written.');
  const environment = withSecretFiles(process.env);
  const natsUrl = environment.NATS_URL;
  // Before: what comes between is in both.
  if (natsUrl) await keepUsage(natsUrl, limits);
  const { takenAt } = await writeBackup(databaseUrl(environment), path);
  process.stdout.write(`${path} has everything up to ${takenAt}.\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`There is no back-up: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
