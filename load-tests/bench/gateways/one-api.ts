import type { StartGateway } from './gateway.ts';
import { adminCall, startKin } from './one-api-kin.ts';

/** Its first owner, and the password that it gives them. */
const root = { username: 'root', password: '123456' };

/** It loads token tables from the network at its start, or finds them in `TIKTOKEN_CACHE_DIR`. */
export const startOneApi: StartGateway = (upstream, models) =>
  startKin(
    {
      name: 'one-api',
      title: 'One API',
      variable: 'ONE_API_PROGRAM',
      signIn: async (api) => ({ cookie: (await adminCall(`${api}/user/login`, 'POST', {}, root)).cookie }),
      newChannel: (channel) => channel,
      firstPage: 0,
    },
    upstream,
    models,
  );
