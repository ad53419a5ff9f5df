import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UsageEvent } from '@switchyard/contracts';
import type { Keys } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import { seedToken, seedUser } from '@switchyard/testing';
import { bearer, openaiOperations, type RunningHost, startHost } from '@switchyard/testing/hosts';
import type OpenAI from 'openai';
import { startGateway, type TestGateway } from './gateway.ts';

export const upstreamKey = 'sk-upstream';

/** A gateway between OpenAI's client and hosts of its operations besides chat. */
export interface OperationsBench {
  readonly gateway: TestGateway;
  /** As OpenAI is; below `/old` as before GPT-image, and with numbers for vectors. */
  readonly host: RunningHost;
  readonly client: OpenAI;
  readonly userId: number;
  readonly key: string;
  /** The charge of the only request for a model. */
  charge(model: string): Promise<UsageEvent>;
  /** A request as nobody's client writes it. */
  post(path: string, body: string | FormData, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export async function startOperations(
  seed: (db: Database, keys: Keys, hostUrl: string) => Promise<void>,
): Promise<OperationsBench> {
  const proof = bearer(upstreamKey);
  const host = await startHost(
    openaiOperations({ proof }),
    openaiOperations({ proof, prefix: '/old/v1', pictureUrls: true, floatsOnly: true, rerankUsage: 'meta.tokens' }),
  );
  let userId = 0;
  let key = '';
  const gateway = await startGateway('memory', async (db, keys) => {
    userId = await seedUser(db, { username: 'ada', balance: 1e9 });
    key = (await seedToken(db, keys, { userId })).key;
    await seed(db, keys, host.url);
  });
  return {
    gateway,
    host,
    client: gateway.client(key),
    userId,
    key,
    charge: (model) => gateway.event((event) => event.model === model),
    post: (path, body, headers = {}) =>
      fetch(gateway.url + path, { method: 'POST', headers: { authorization: `Bearer ${key}`, ...headers }, body }),
    async close() {
      await gateway.close();
      await host.close();
    },
  };
}

/** A host whose answers the test writes itself, piece by piece. */
export interface OpenHost {
  readonly url: string;
  /** Resolves with the next call's answer, its request read to the end. */
  answer(): Promise<ServerResponse>;
  close(): void;
}

export async function startOpenHost(): Promise<OpenHost> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async answer() {
      const [request, response] = await once(server, 'request');
      request.resume();
      await once(request, 'end');
      return response;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
