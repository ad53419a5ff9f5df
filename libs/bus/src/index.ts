export type { BatchOptions, Bus, Subscription, UsageMessage, UsageProgress } from './bus.ts';
export { type ArchiveLimits, keepUsage, replayUsage } from './nats/archive.ts';
export { type BusSettings, openBus } from './open.ts';
