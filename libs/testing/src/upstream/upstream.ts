import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Behaviour } from './behaviour.ts';
import { control } from './control.ts';
import { handle } from './handle.ts';
import { DEFAULT_MODELS } from './models.ts';
import { createPaced } from './paced.ts';
import { createRules, parseRule, type Rule } from './rules.ts';
import { createTruth, type ForgottenAnswers, type UpstreamRequest } from './truth.ts';

export interface UpstreamOptions {
  /** A free one unless said. */
  port?: number;
  host?: string;
  /** Accepted keys; any key at all unless said. */
  keys?: readonly string[];
  /** What GET /v1/models lists; every other model is answered too. */
  models?: readonly string[];
  /** Behaviour of requests that ask for nothing else. */
  defaults?: Behaviour;
}

export interface Upstream {
  /** `http://host:port`, without `/v1`. */
  url: string;
  port: number;
  /** Adds a rule for the next requests that fit it. */
  script(rule: Rule): void;
  /** What really happened, oldest first, of all requests or of those with this correlation. */
  requests(correlation?: string): UpstreamRequest[];
  /** Sums of those that are no longer among them. */
  forgotten(): ForgottenAnswers[];
  /** Forgets rules and requests. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts a server that speaks the OpenAI API, does what its script says and remembers what it did. */
export async function startUpstream(options: UpstreamOptions = {}): Promise<Upstream> {
  const { host = '127.0.0.1', port = 0, models = DEFAULT_MODELS, defaults = {} } = options;
  const parts = {
    keys: options.keys && new Set(options.keys),
    models,
    defaults,
    rules: createRules(),
    truth: createTruth(),
    paced: createPaced(),
  };
  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 0 }, (request, response) => {
    if (request.url?.startsWith('/control')) void control(request, response, parts);
    else handle(request, response, parts);
  });
  server.listen(port, host, 4096);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;

  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    script: (rule) => parts.rules.add(parseRule(rule)),
    requests: (correlation) => parts.truth.list(correlation),
    forgotten: () => parts.truth.forgotten(),
    reset() {
      parts.rules.clear();
      parts.truth.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
