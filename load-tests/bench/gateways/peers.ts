import { startBifrost } from './bifrost.ts';
import type { StartGateway } from './gateway.ts';
import { startGoModel } from './gomodel.ts';
import { startLitellm } from './litellm.ts';
import { startNewApi } from './new-api.ts';
import { startOneApi } from './one-api.ts';
import { startPortkey } from './portkey.ts';

/** Gateways of others, by the names that `--peers` takes. */
export const PEERS: Readonly<Record<string, StartGateway>> = {
  portkey: startPortkey,
  litellm: startLitellm,
  bifrost: startBifrost,
  gomodel: startGoModel,
  'one-api': startOneApi,
  'new-api': startNewApi,
};
