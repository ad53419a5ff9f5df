import { withSecretFiles } from '@switchyard/environment';
import { createLogger, guardLastWords } from '@switchyard/log';
import { Closers } from './closers.ts';
import { prepareDataDir } from './data-dir.ts';
import { lockDataDir } from './data-lock.ts';
import { readSettings } from './settings.ts';
import { startAll } from './start.ts';
import { printSummary } from './summary.ts';

/*
 * npm start [-- --demo]: everything in one process, with an embedded Postgres unless DATABASE_URL is set.
 */
// On a terminal the summary is what one wants to see; elsewhere the lines go to a collector.
if (process.stdout.isTTY) process.env.LOG_LEVEL ||= 'warn';

const closers = new Closers();
const interruption = new AbortController();
let interruptedAt = 0;
let isStarted = false;
let stopping: Promise<void> | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

try {
  guardLastWords(createLogger({ service: 'single-node' }));
  const settings = readSettings(withSecretFiles(process.env), process.argv.slice(2));
  prepareDataDir(settings.dataDir);
  closers.add('lock', lockDataDir(settings.dataDir));
  const { summary, databaseLost } = await startAll(settings, closers, interruption.signal);
  isStarted = true;
  interruption.signal.throwIfAborted();
  printSummary(summary);
  void databaseLost.then(() => {
    if (stopping) return;
    console.error('The database ended unexpectedly; its log lies in the folder "log" beside its data.');
    void stop(1);
  });
} catch (error) {
  if (!interruption.signal.aborted) console.error(`\n${error instanceof Error ? error.message : error}\n`);
  await stop(interruption.signal.aborted ? 0 : 1);
}

/** The first signal lets running answers finish; a later one does not wait for them. */
function onSignal(signal: NodeJS.Signals): void {
  if (interruption.signal.aborted) {
    // On Ctrl-C the signal comes twice: from the terminal and from npm.
    if (performance.now() - interruptedAt < 500) return;
    console.log('Stopping at once.');
    process.exit(130);
  }
  interruptedAt = performance.now();
  interruption.abort();
  console.log(`\n${signal}: stopping; answers under way may finish. Again to stop at once.`);
  if (isStarted) void stop(0);
}

function stop(code: number): Promise<void> {
  stopping ??= closers.closeAll().then(() => process.exit(code));
  return stopping;
}
