import { type DestinationStream, type Logger, pino } from 'pino';
import { maskSecrets } from './mask.ts';

export interface LoggerOptions {
  /** Which service speaks; a field of every line. */
  readonly service: string;
  /** LOG_LEVEL: trace, debug, info (default), warn, error, fatal or silent. */
  readonly level?: string | undefined;
  /** Standard output unless given. */
  readonly destination?: DestinationStream;
}

/** A logger of JSON lines in which no secret appears. Throws when the level is none. */
export function createLogger({ service, level = 'info', destination = pino.destination(1) }: LoggerOptions): Logger {
  if (level !== 'silent' && !(level in pino.levels.values)) {
    throw new Error(`Set LOG_LEVEL to trace, debug, info, warn, error, fatal or silent; "${level}" is none of them.`);
  }
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err },
      hooks: { streamWrite: maskSecrets },
    },
    destination,
  );
}
