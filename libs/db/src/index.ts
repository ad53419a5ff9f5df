export { channelsOfRun, startChannelRun } from './channel-runs.ts';
export { claimName } from './claim-name.ts';
export { type Database, type DatabaseOptions, openDatabase } from './database.ts';
export { earn } from './earn.ts';
export { latencyBound, latencyBucket } from './latency-buckets.ts';
export { migrate } from './migrate.ts';
export { announce } from './outbox.ts';
export { type Posting, post } from './post.ts';
export type { ChannelRunKind, FailureCause, JournalKind, KeyMode, Schema } from './schema.ts';
