export type { Epoch, Kv, Presence } from './kv.ts';
export type { AdmitRequest, AdmitResult, Limiter, LimitScope } from './limiter.ts';
export { openKv } from './open.ts';
export { type ClusterAddress, readRedisUrl } from './redis/address.ts';
export { emptyKv } from './redis/empty.ts';
export type {
  AccountState,
  HoldRenewal,
  HoldRequest,
  HoldResult,
  HoldState,
  TokenHeld,
  TokenState,
  Wallet,
  WalletState,
} from './wallet.ts';
