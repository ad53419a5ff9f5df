export type { Logger } from 'pino';
export { guardLastWords } from './last-words.ts';
export { createLogger, type LoggerOptions } from './logger.ts';
