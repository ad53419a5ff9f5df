import { keyStatus, NEVER } from '../../lib/api-keys.ts';
import type { Token } from './api.ts';

/** Why a key cannot be switched on as it is; undefined when it can. The server refuses for the same reasons. */
export function enablingObstacle(
  token: Pick<Token, 'status' | 'expired_time' | 'unlimited_quota' | 'remain_quota'>,
  nowSeconds: number,
): 'expired' | 'exhausted' | undefined {
  if (token.status === keyStatus.expired) return 'expired';
  if (token.expired_time !== NEVER && token.expired_time <= nowSeconds) return 'expired';
  return !token.unlimited_quota && token.remain_quota <= 0 ? 'exhausted' : undefined;
}
