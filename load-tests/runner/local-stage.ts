import { metricsToken } from '../chaos/figures.ts';
import { cards } from '../chaos/tariff.ts';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { openAccounts } from './accounts.ts';
import { watchCost } from './cost.ts';
import { checkMoney } from './money.ts';
import type { Stage } from './stage.ts';
import { watch } from './watch.ts';

const relays = 2;
const customers = 20;
/** Two million dollars. */
const plenty = 1e12;
/** Calls that the balance of a race is good for. */
const affordable = 100;
const pricePerCall = 5_000;

/** A gateway of its own, as it runs when scaled: its stores, a fake upstream, two relays, billing, for one scenario the console. */
export async function localStage(scenario: string): Promise<Stage> {
  const withConsole = scenario === 'console';
  const isRace = scenario === 'quota-race';
  console.log(`starting stores, upstream, billing, ${relays} relays${withConsole ? ' and the console' : ''} ...`);
  const plant = await startPlant({
    relays,
    withConsole,
    models: cards,
    environment: { relay: { METRICS_TOKEN: metricsToken }, billing: { METRICS_TOKEN: metricsToken } },
  });
  try {
    const people = await Promise.all(
      isRace
        ? [plant.customer('racer', affordable * pricePerCall)]
        : Array.from({ length: customers }, (_, index) => plant.customer(`customer-${index}`, plenty)),
    );
    return {
      env: {
        LOAD_ADDRESSES: plant.relays.map(({ url }) => url).join(),
        LOAD_KEYS: people.map(({ key }) => key).join(),
        LOAD_AFFORDABLE: String(affordable),
        ...(withConsole ? await consoleEnv(plant, people) : {}),
      },
      watchCost: () => watchCost(plant),
      ...(scenario === 'soak' ? { watch: () => watch(plant, people) } : {}),
      checkMoney: () => checkMoney(plant, people),
      stop: () => plant.stop(),
    };
  } catch (error) {
    await plant.stop();
    throw error;
  }
}

async function consoleEnv(plant: Plant, people: readonly Customer[]): Promise<Record<string, string>> {
  const address = plant.console?.url ?? '';
  return { LOAD_CONSOLE: address, LOAD_ACCOUNTS: JSON.stringify(await openAccounts(plant.db, address, people)) };
}
