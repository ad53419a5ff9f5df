export type { BatchOptions, Bus, Subscription, UsageMessage, UsageProgress } from './bus.ts';
export { type BusSettings, openBus } from './open.ts';
