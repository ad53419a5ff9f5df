import type { TextKey } from '../../lib/i18n.ts';

interface Surroundings {
  /** The site takes passkeys: switched on, and its own address is known. */
  readonly enabled: boolean;
  /** Of the site, as the administrator set it; empty: not set. */
  readonly serverAddress: string;
  /** Where the page is. */
  readonly origin: string;
  readonly isSecure: boolean;
  readonly browserCan: boolean;
}

export type PasskeyObstacle = 'off' | 'noAddress' | 'elsewhere' | 'insecure' | 'browser';

/** Why no passkey can be made here; undefined: one can. Passkeys belong to one https origin. */
export function passkeyObstacle(around: Surroundings): PasskeyObstacle | undefined {
  if (around.serverAddress === '') return 'noAddress';
  if (!around.enabled) return 'off';
  if (URL.parse(around.serverAddress)?.origin !== around.origin) return 'elsewhere';
  if (!around.isSecure) return 'insecure';
  return around.browserCan ? undefined : 'browser';
}

export const obstacleText: Record<PasskeyObstacle, TextKey> = {
  off: 'account:passkey.off',
  noAddress: 'account:passkey.noAddress',
  elsewhere: 'account:passkey.elsewhere',
  insecure: 'account:passkey.insecure',
  browser: 'account:passkey.browser',
};
