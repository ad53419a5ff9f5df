import type { Case } from './cases.ts';
import type { Gateway } from './gateways/gateway.ts';
import { startNginx } from './gateways/nginx.ts';
import { type Cost, loadAndCharge } from './growth/load.ts';
import { MODEL, type Sized, startSized } from './growth/sized.ts';

/** Whose charges they are: rows of many customers and channels, as a reseller has them. */
const CUSTOMERS = { users: 200, keys: 200, channels: 20, logRows: 100 };

const installations = new WeakMap<Gateway, Sized>();

/**
 * What the books cost when many charges wait: requests of 1 kB while billing stands still, then billing until all are in the journal. All of
 * Postgres counts, the audits of that time too; nginx' figure is that of the case `small`.
 */
export const chargesCase: Case = {
  name: 'charges',
  title: 'Charges that wait: CPU of Postgres per charge',
  unit: 'µs',
  // 50,000 and 100,000 a second and core of Postgres, on the machine of the budget: nginx takes 17 µs there for a small request.
  bound: { ship: 20 / 17, moonshot: 10 / 17 },
  withoutPeers: true,
  gateways: {
    nginx: startNginx,
    async relay(upstream, _models, profile) {
      const sized = await startSized('relay', CUSTOMERS, upstream, profile);
      installations.set(sized.gateway, sized);
      return sized.gateway;
    },
  },
  models: () => [MODEL],
  warmUp: turn,
  measure: (gateway, _upstream, seconds) => turn(gateway, seconds),
};

async function turn(gateway: Gateway, seconds: number) {
  const sized = installations.get(gateway);
  const [cost] = await loadAndCharge([{ gateway, sized, keysFile: sized?.files.many }], seconds);
  const { value, postgres, billing } = cost as Cost;
  return sized ? { value: postgres, billingMicroseconds: billing } : { value };
}
