import { randomBytes } from 'node:crypto';
import type { StartGateway } from './gateway.ts';
import { adminCall, startKin } from './one-api-kin.ts';

export const startNewApi: StartGateway = (upstream, models) =>
  startKin(
    {
      name: 'new-api',
      title: 'New API',
      variable: 'NEW_API_PROGRAM',
      async signIn(api) {
        const [username, password] = ['bench', randomBytes(9).toString('hex')];
        await adminCall(`${api}/setup`, 'POST', {}, { username, password, confirmPassword: password });
        const { cookie } = await adminCall(`${api}/user/login`, 'POST', {}, { username, password });
        return { cookie, 'new-api-user': '1' };
      },
      newChannel: (channel) => ({ mode: 'single', channel }),
      firstPage: 1,
    },
    upstream,
    models,
  );
