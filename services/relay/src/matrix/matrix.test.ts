import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startGateway, type TestGateway } from '../harness/gateway.ts';
import { aiSdkClient } from './clients/ai-sdk.ts';
import { anthropicClient } from './clients/anthropic.ts';
import { geminiClient } from './clients/gemini.ts';
import { openaiChatClient } from './clients/openai-chat.ts';
import { openaiResponsesClient } from './clients/openai-responses.ts';
import { examine, examineRefusal, type Feature, features, questionOf } from './features.ts';
import { listen } from './listen.ts';
import type { Client } from './question.ts';
import { lackOf, modelFor, type OpenHost, type Setup } from './setup.ts';
import { setups } from './setups.ts';
import { type Cell, readTable, tableOf, unformatted, writeTable } from './table.ts';

const clients: readonly Client[] = [
  openaiChatClient,
  openaiResponsesClient,
  anthropicClient,
  geminiClient,
  aiSdkClient,
];
const only = process.env.MATRIX_ONLY?.split(',');
const longestProblem = 200;

describe('every client dialect on every provider', () => {
  const chosen = setups().filter(({ provider }) => !only || only.includes(provider.name));
  const running: OpenHost[] = [];
  let gateway: TestGateway;
  let key = '';

  before(async () => {
    for (const { open } of chosen) running.push(await open());
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1e12 });
      key = (await seedToken(db, keys, { userId })).key;
      for (const [at, setup] of chosen.entries()) {
        // A channel for each feature: what fails in one does not close the others.
        for (const feature of features) {
          const model = modelOf(setup, feature);
          await seedPrice(db, model, { input: '2', output: '8' });
          await seedChannel(db, keys, {
            type: setup.provider.type,
            baseUrl: (running[at] as OpenHost).url + (setup.basePath ?? ''),
            key: setup.key,
            models: [model],
            modelMapping: { [model]: modelFor(setup, feature) },
            ...(setup.other === undefined ? {} : { other: setup.other }),
          });
        }
      }
    });
  });
  after(async () => {
    await gateway?.close();
    for (const host of running) await host.close();
  });

  for (const setup of chosen) {
    for (const client of clients) {
      test(`${client.name} on ${setup.label}`, async () => {
        const problems: string[] = [];
        for (const feature of features) {
          for (const stream of [false, true]) {
            try {
              await ask(client, setup, feature, stream);
            } catch (error) {
              const refusal = repliesOf(setup).at(-1)?.refusal;
              const problem =
                `${feature}${stream ? ', streamed' : ''}: ` +
                (refusal === undefined ? '' : `the host refused (${refusal}): `) +
                (error as Error).message;
              problems.push(problem.replaceAll('\n', ' ').slice(0, longestProblem));
            }
          }
        }
        assert.deepEqual(problems, []);
      });
    }
  }

  async function ask(client: Client, setup: Setup, feature: Feature, stream: boolean): Promise<void> {
    const heard = listen();
    const before = repliesOf(setup).length;
    const answer = client.ask(
      { address: gateway.url, key, fetch: heard.fetch },
      questionOf(feature, modelOf(setup, feature), stream),
    );
    if (lackOf(setup, feature) === undefined) {
      const told = await answer;
      const turns = repliesOf(setup).slice(before);
      examine(
        feature,
        told,
        turns.flatMap(({ conversation = [] }) => conversation),
        setup,
      );
      return;
    }
    // What SDKs make of a refusal is their own matter.
    await answer.catch(() => undefined);
    examineRefusal(feature, heard.status(), heard.said());
  }

  function repliesOf(setup: Setup): ReturnType<OpenHost['replies']> {
    return running[chosen.indexOf(setup)]?.replies() ?? [];
  }

  test('the table of the README says the same', { skip: only !== undefined }, () => {
    const cells = (setup: Setup) => new Map(features.map((feature) => [feature, cellOf(setup, feature)]));
    const table = tableOf(new Map(chosen.map((setup) => [setup.label, cells(setup)])));
    if (process.env.MATRIX_WRITE) writeTable(table);
    assert.equal(unformatted(readTable()), unformatted(table), 'write it with MATRIX_WRITE=1');
  });
});

function cellOf(setup: Setup, feature: Feature): Cell {
  const lack = lackOf(setup, feature);
  const note = lack ?? (feature.startsWith('reasoning') ? setup.hidesReasoning : undefined);
  return { carried: lack === undefined, ...(note !== undefined && { note }) };
}

function modelOf({ label }: Setup, feature: Feature): string {
  return `${label}: ${feature}`.replaceAll(/[^\w]+/g, '-');
}
