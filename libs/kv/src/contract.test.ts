import { after, before, describe } from 'node:test';
import { balanceContract } from './contract/balance.ts';
import { adapters, type Bench, manualClock } from './contract/harness.ts';
import { limitsContract } from './contract/limits.ts';
import { settlementContract } from './contract/settlement.ts';
import { storeContract } from './contract/store.ts';

const contracts = { balanceContract, settlementContract, limitsContract, storeContract };

for (const [name, open] of Object.entries(adapters)) {
  describe(name, () => {
    let bench: Bench;
    before(async () => {
      const clock = manualClock();
      bench = { kv: await open(clock.now), clock };
    });
    after(() => bench.kv.close());
    for (const contract of Object.values(contracts)) contract(() => bench);
  });
}
