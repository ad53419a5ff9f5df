import type { StartGateway } from './gateway.ts';
import { startLitellm } from './litellm.ts';
import { startNewApi } from './new-api.ts';
import { startPortkey } from './portkey.ts';

/** Gateways of others, by the names that `--peers` takes. */
export const PEERS: Readonly<Record<string, StartGateway>> = {
  portkey: startPortkey,
  litellm: startLitellm,
  'new-api': startNewApi,
};
