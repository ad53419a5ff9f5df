import { type DestinationStream, type Logger, pino } from 'pino';
import { maskSecrets } from './mask.ts';

export interface LoggerOptions {
  /** Which service speaks; a field of every line. */
  readonly service: string;
  /** trace, debug, info, warn, error, fatal or silent; else LOG_LEVEL says so, else it is info. */
  readonly level?: string | undefined;
  /** Standard output unless given. */
  readonly destination?: DestinationStream;
}

/** A logger of JSON lines in which no secret appears. Throws when the level is none. */
export function createLogger(options: LoggerOptions): Logger {
  const { service, level = process.env.LOG_LEVEL || 'info', destination = pino.destination(1) } = options;
  if (level !== 'silent' && !(level in pino.levels.values)) {
    throw new Error(`Set LOG_LEVEL to trace, debug, info, warn, error, fatal or silent; "${level}" is none of them.`);
  }
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: presentError, error: presentError },
      hooks: { streamWrite: (line) => maskSecrets(shorten(line)) },
    },
    destination,
  );
}

/** Longer lines hold up the process that writes them, and nobody reads them. */
const longestLine = 1_048_576;
const longestMessage = 10_000;

/** Of a line that is too long only its first fields and its message stay. */
function shorten(line: string): string {
  if (line.length <= longestLine) return line;
  const whose = /^\{"level":"[^"]*","time":"[^"]*","service":"[^"]*"/.exec(line)?.[0];
  const message = line.lastIndexOf(',"msg":"');
  const said = line.length - message < longestMessage ? line.slice(message) : '}\n';
  return `${whose},"charactersLeftOut":${line.length}${said}`;
}

/** Type, text, stack and plain marks such as `code`. Libraries also hang whole connections onto their errors. */
function presentError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return Object.fromEntries(
    Object.entries(pino.stdSerializers.err(error)).filter(
      ([name, value]) => typeof value !== 'object' || name === 'aggregateErrors',
    ),
  );
}
