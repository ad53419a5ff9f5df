import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Customer, Plant } from '../plant/plant.ts';
import { type Client, load } from './client.ts';
import { questions } from './questions.ts';
import { models } from './tariff.ts';
import { until } from './until.ts';

const maxTokens = 60;

/** Two customers for a store of balances that fails: what one may still spend, and the other must not. */
export interface RichAndPoor {
  /** Asks all the time. */
  readonly rich: Customer;
  /** Would spend all within a second, were the store not asked. Has asked once. */
  readonly poor: Customer;
  /** From now on the poor one asks all the time, too. */
  poorAsks(): void;
  /** Resolves when the poor one has spent all and nobody asks any more; fails when somebody was neither served nor refused. */
  spent(): Promise<void>;
}

export async function richAndPoor(plant: Plant, client: Client): Promise<RichAndPoor> {
  const rich = await plant.customer('rich', 50_000_000);
  const poor = await plant.customer('poor', 6_000);
  const ofPoor = questions(plant, poor, models.short, { maxTokens });
  const loads = [
    load(client, 6, 50, questions(plant, rich, models.short, { maxTokens })),
    load(client, 6, 100, questions(plant, rich, models.stream, { maxTokens })),
  ];
  await client.ask(ofPoor(0));
  await sleep(1_500);
  return {
    rich,
    poor,
    poorAsks: () => void loads.push(load(client, 4, 20, ofPoor)),
    async spent() {
      await until(() => client.seen.findLast(({ customer }) => customer === poor)?.status === 403, 30_000);
      await Promise.all(loads.map((one) => one.stop()));
      const odd = client.seen.filter(({ complete, status }) => !complete && status !== 503 && status !== 403);
      assert.deepEqual(odd, [], 'who is not served is refused');
    },
  };
}
