import { setTimeout as sleep } from 'node:timers/promises';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { cpuMicroseconds } from '../proc.ts';
import { countCharges } from './books.ts';
import type { Gateway, StartGateway } from './gateway.ts';
import { type Installation, startInstallation } from './installation.ts';
import { serving } from './serving.ts';

/** Two billion dollars: no request waits for money, yet all are held and charged. */
const BALANCE = 1e15;

/** The relay with a user that has a balance, a token with a limit of its own, and prices: each request is held, metered, spooled and charged. */
export const startRelay: StartGateway = (...args) => start('relay', {}, ...args);

/** The same with rate limits on the token, none of which is ever reached. */
export const startLimitedRelay: StartGateway = (...args) => start('limited', LIMITS, ...args);

const LIMITS = { requestsPerMinute: 1e8, tokensPerMinute: 1e9, concurrency: 1e5 };

async function start(
  name: string,
  limits: Partial<typeof LIMITS>,
  ...[upstream, models, profile]: Parameters<StartGateway>
): Promise<Gateway> {
  let key = '';
  const installation = await startInstallation({
    async seed(db, keys) {
      const userId = await seedUser(db, { username: 'bench', balance: BALANCE });
      key = (await seedToken(db, keys, { userId, remain: BALANCE, ...limits })).key;
      await seedChannel(db, keys, { baseUrl: upstream.url, models });
      for (const model of models) await seedPrice(db, model, { input: '2', output: '8' });
    },
    flags: profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [],
  });
  const { port, relay, complaints } = installation;
  // The epoch of an empty Redis opens seconds after the start; until then nobody is admitted.
  for (const model of models) await serving(port, key, model);
  const gateway: Gateway = {
    name,
    port,
    key,
    pid: Number(relay.pid),
    translates: true,
    delivered: 0,
    complaints,
    postpone() {
      process.kill(installation.billingPid, 'SIGSTOP');
      return async () => {
        process.kill(installation.billingPid, 'SIGCONT');
        await charged(installation, gateway);
      };
    },
    verify: () => allCharged(installation, gateway),
    stop: installation.stop,
  };
  return gateway;
}

const PATIENCE_MS = 120_000;

/** Every answer that was delivered has a charge in the journal, and the balance fell by their sum. */
async function allCharged(installation: Installation, gateway: Gateway): Promise<void> {
  const charges = await charged(installation, gateway);
  const perCharge = (pid: number) => `${(cpuMicroseconds(pid) / charges).toFixed(1)} µs`;
  const [billing, postgres] = [perCharge(installation.billingPid), perCharge(installation.postgresPid)];
  console.log(`  ${gateway.name}: ${gateway.delivered} answers delivered, ${charges} charged;`);
  console.log(`  CPU per charge, start included: billing ${billing}, Postgres ${postgres}`);
}

/** Waits until as many charges are in the journal as answers were delivered, and gives their number. */
async function charged({ db }: Installation, gateway: Gateway): Promise<number> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(500)) {
    const charges = await countCharges(db);
    if (charges >= gateway.delivered) return charges;
    if (Date.now() > end) {
      throw new Error(`The relay delivered ${gateway.delivered} answers, but only ${charges} were charged.`);
    }
  }
}
