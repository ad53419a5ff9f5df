import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type RunningHost, startHost } from '@switchyard/testing/hosts';
import { startGateway, type TestGateway } from '../harness/gateway.ts';
import { aiSdkClient } from './clients/ai-sdk.ts';
import { anthropicClient } from './clients/anthropic.ts';
import { geminiClient } from './clients/gemini.ts';
import { openaiChatClient } from './clients/openai-chat.ts';
import { openaiResponsesClient } from './clients/openai-responses.ts';
import { examine, type Feature, features, questionOf } from './features.ts';
import type { Client } from './question.ts';
import { type Setup, setups } from './setups.ts';
import { type Cell, type Results, readTable, tableOf, writeTable } from './table.ts';

const clients: readonly Client[] = [
  openaiChatClient,
  openaiResponsesClient,
  anthropicClient,
  geminiClient,
  aiSdkClient,
];
const only = process.env.MATRIX_ONLY?.split(',');

describe('every client dialect on every provider', () => {
  const chosen = setups().filter(({ provider }) => !only || only.includes(provider.name));
  const running: RunningHost[] = [];
  const results: Results = new Map();
  let gateway: TestGateway;
  let key = '';

  before(async () => {
    for (const { hosts } of chosen) running.push(await startHost(...hosts));
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1e12 });
      key = (await seedToken(db, keys, { userId })).key;
      for (const [at, setup] of chosen.entries()) {
        const model = modelOf(setup);
        await seedPrice(db, model, { input: '2', output: '8' });
        await seedChannel(db, keys, {
          type: setup.provider.type,
          baseUrl: (running[at] as RunningHost).url + (setup.basePath ?? ''),
          key: setup.key,
          models: [model],
          modelMapping: { [model]: setup.model },
          ...(setup.other === undefined ? {} : { other: setup.other }),
        });
      }
    });
  });
  after(async () => {
    await gateway?.close();
    for (const host of running) await host.close();
  });

  for (const setup of chosen) {
    for (const client of clients) {
      test(`${client.name} on ${setup.provider.label}`, async () => {
        const cells = new Map<Feature, Cell>();
        const problems: string[] = [];
        for (const feature of features) {
          const cannot = setup.cannot?.[feature];
          cells.set(feature, cannot === undefined ? 'yes' : { cannot });
          for (const stream of cannot === undefined ? [false, true] : []) {
            try {
              examine(feature, await client.ask(gateway.url, key, questionOf(feature, modelOf(setup), stream)));
            } catch (error) {
              problems.push(`${feature}${stream ? ', streamed' : ''}: ${(error as Error).message}`);
            }
          }
        }
        const ofProvider = results.get(setup.provider.label) ?? new Map();
        results.set(setup.provider.label, ofProvider.set(client.name, cells));
        assert.deepEqual(problems, []);
      });
    }
  }

  test('the table of the README says the same', { skip: only !== undefined }, () => {
    const table = tableOf(results);
    if (process.env.MATRIX_WRITE) writeTable(table);
    assert.equal(readTable(), table, 'write it with MATRIX_WRITE=1');
  });
});

function modelOf({ provider }: Setup): string {
  return `matrix-${provider.name}`;
}
