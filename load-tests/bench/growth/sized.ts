import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bus, openBus } from '@switchyard/bus';
import { sql } from 'kysely';
import { countCharges } from '../gateways/books.ts';
import type { Gateway, Upstream } from '../gateways/gateway.ts';
import { type Installation, startInstallation } from '../gateways/installation.ts';
import { serving } from '../gateways/serving.ts';
import { seedChannels } from './seed-channels.ts';
import { seedHistory } from './seed-history.ts';
import { activeOf, seedKeys } from './seed-keys.ts';
import { type Size, SMALL } from './sizes.ts';

/** The model that everybody asks for. */
export const MODEL = 'm-0-1024-1-0';

/** An installation of some size, under measurement. */
export interface Sized {
  readonly size: Size;
  readonly gateway: Gateway;
  readonly installation: Installation;
  /** A key that is among the active ones. */
  readonly key: string;
  /** Keys, one a line: the same number whatever the size, and all where there are more. */
  readonly files: { readonly active: string; readonly many?: string };
  /** Resolves when every answer that was given until now is charged. */
  charged(): Promise<void>;
}

const lateness = new URL('./lateness.ts', import.meta.url).href;

export async function startSized(name: string, size: Size, upstream: Upstream, profile?: string): Promise<Sized> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-growth-'));
  const active = join(folder, 'active-keys');
  const many = join(folder, 'all-keys');
  let key = '';
  const installation = await startInstallation({
    // A long log does not fit into memory.
    postgresFolder: tmpdir(),
    flags: ['--import', lateness, ...(profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [])],
    async seed(db, keys) {
      const seconds = stopwatch();
      const texts = await seedKeys(db, keys, size);
      await seedChannels(db, keys, size, { url: upstream.url, model: MODEL });
      await seedHistory(db, size);
      // As autovacuum would, but not while something is measured.
      await sql`VACUUM ANALYZE`.execute(db);
      await sql`CHECKPOINT`.execute(db);
      const callers = activeOf(texts, size);
      key = callers[0] as string;
      writeFileSync(active, lines(callers));
      writeFileSync(many, lines(texts));
      const { users, channels, logRows } = size;
      const counts = [`${texts.length} keys of ${users} users`, `${channels} channels`, `${logRows} rows of the log`];
      const { rows } = await sql<{ server_version: string }>`SHOW server_version`.execute(db);
      console.log(`  ${name}: ${counts.join(', ')}, made in ${seconds()} s in Postgres ${rows[0]?.server_version}`);
    },
  });
  const { db, natsUrl, port, complaints } = installation;
  const seeded = await countCharges(db);
  await serving(port, key, MODEL);
  const bus = await openBus({ natsUrl });
  const gateway: Gateway = {
    name,
    port,
    key,
    get pid() {
      return Number(installation.relay.pid);
    },
    delivered: 0,
    complaints,
    async verify() {
      await allAcknowledged(bus);
      const charged = (await countCharges(db)) - seeded;
      if (charged < gateway.delivered) throw new Error(`${gateway.delivered} answers of ${name}, ${charged} charged.`);
      const breach = await db.selectFrom('breaches').select('detail').executeTakeFirst();
      if (breach) throw new Error(`Billing's audit of ${name} found: ${breach.detail}`);
    },
    async stop() {
      await bus.close();
      await installation.stop();
      rmSync(folder, { recursive: true });
    },
  };
  const files = { active, ...(size.keys > SMALL.keys && { many }) };
  return { size, gateway, installation, key, files, charged: () => allAcknowledged(bus) };
}

const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');

function stopwatch(): () => string {
  const startedAt = performance.now();
  return () => ((performance.now() - startedAt) / 1000).toFixed(0);
}

/** Longer than the relay gathers events before it publishes them. */
const gatheringMs = 300;
const patienceMs = 120_000;

async function allAcknowledged(bus: Bus): Promise<void> {
  await sleep(gatheringMs);
  const { stored } = await bus.usageProgress();
  for (const end = Date.now() + patienceMs; ; await sleep(50)) {
    const { acknowledged } = await bus.usageProgress();
    if (acknowledged >= stored) return;
    if (Date.now() > end) throw new Error(`Billing has ${acknowledged} of ${stored} messages after two minutes.`);
  }
}
