import type { Logger } from 'pino';

/**
 * Keeps secrets out of what Node writes by itself: an error that nobody has caught goes to the log, whose lines are masked, instead of
 * being printed with all that hangs on it; the environment stays out of diagnostic reports. The process ends as it would have.
 */
export function guardLastWords(log: Logger): void {
  process.report.excludeEnv = true;
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody has caught ends the process');
    process.exit(1);
  });
}
