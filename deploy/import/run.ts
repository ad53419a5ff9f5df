import { createHash } from 'node:crypto';
import type { Keys } from '@switchyard/crypto';
import type { Database, Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import type { Findings } from './findings.ts';
import type { Gateway } from './gateways/gateway.ts';
import { figures, type Source } from './source/source.ts';

/** One import under way. */
export interface Run {
  readonly gateway: Gateway;
  readonly source: Source;
  readonly db: Database;
  readonly keys: Keys;
  readonly findings: Findings;
  readonly isDry: boolean;
  /** The account of root here, which takes over the one there. */
  readonly root: { readonly id: number; readonly username: string };
  /** Does a batch: whole or not at all. In a dry run all batches share a transaction that is taken back in the end. */
  transact<Result>(work: (trx: Transaction<Schema>) => Promise<Result>): Promise<Result>;
}

/** What references of this import begin with in the journal and the log. */
export function prefixOf(run: Pick<Run, 'gateway'>): string {
  return `import:${run.gateway.name}:`;
}

/**
 * Notes that an import began, or goes on. Answers how far its log is. Throws when what came before was of another installation.
 */
export async function beginImport(run: Run): Promise<{ readonly logId: number; readonly isFinished: boolean }> {
  const { gateway, source } = run;
  const first = await figures(source, 'SELECT id, username, password FROM users ORDER BY id LIMIT 1');
  const mark = createHash('sha256')
    .update(`${first.integer('id')} ${first.text('username')} ${first.text('password')}`)
    .digest();
  return run.transact(async (trx) => {
    await trx
      .insertInto('imports')
      .values({ source: gateway.name, mark, finished_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const known = await trx
      .selectFrom('imports')
      .selectAll()
      .where('source', '=', gateway.name)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!known.mark.equals(mark)) {
      throw new Error(
        `Another ${gateway.name} has moved in here on ${known.started_at.toISOString().slice(0, 10)}, or its first user has ` +
          'a new name or password since then. One installation of each kind can move in.',
      );
    }
    return { logId: known.log_id, isFinished: known.finished_at !== null };
  });
}
