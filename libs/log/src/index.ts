export type { Logger } from 'pino';
export { createLogger, type LoggerOptions } from './logger.ts';
