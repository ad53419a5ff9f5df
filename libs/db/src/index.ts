export { claimName } from './claim-name.ts';
export { type Database, type DatabaseOptions, openDatabase } from './database.ts';
export { migrate } from './migrate.ts';
export { announce } from './outbox.ts';
export { type Posting, post } from './post.ts';
export type { JournalKind, Schema } from './schema.ts';
