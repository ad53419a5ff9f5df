import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Refusal, refuse } from './http/answer.ts';

export const Provider = Type.Object({
  type: Type.Integer(),
  name: Type.String(),
  label: Type.String(),
  baseUrl: Type.String(),
  models: Type.Array(Type.String()),
  keyHint: Type.Optional(Type.String()),
  otherHint: Type.Optional(Type.String()),
  notice: Type.Optional(Type.String()),
});
export type Provider = Static<typeof Provider>;

const TestResult = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  timeMs: Type.Number({ minimum: 0 }),
  model: Type.String(),
  /** What the model said; absent from a relay of an earlier version. */
  reply: Type.Optional(Type.String()),
});
const Balance = Type.Object({
  amount: Type.String({ pattern: '^-?\\d{1,13}(\\.\\d+)?$' }),
  currency: Type.String({ maxLength: 20 }),
});
const Named = { channelId: Type.Integer(), name: Type.String() };
const Explanation = Type.Object({
  tiers: Type.Array(Type.Array(Type.Object({ ...Named, weight: Type.Integer(), share: Type.Number() }))),
  excluded: Type.Array(Type.Object({ ...Named, reason: Type.String() })),
});
const ModelList = Type.Object({ models: Type.Array(Type.String()) });
const Failure = Type.Object({ message: Type.String() });

export type ModelSource = { channelId: number } | { type: number; baseUrl: string; key: string };

/** The relay knows the providers; these are the questions the console asks it. */
export interface RelayClient {
  /** All kinds of channel. Kept for a minute. */
  providers(): Promise<readonly Provider[] | Refusal>;
  /** With the channel's own model and key unless others are named. */
  testChannel(question: {
    channelId: number;
    keyId?: number;
    model?: string;
  }): Promise<Static<typeof TestResult> | Refusal>;
  listModels(source: ModelSource): Promise<string[] | Refusal>;
  /** What is left on a channel's account: decimal text and its unit. */
  readBalance(channelId: number): Promise<Static<typeof Balance> | Refusal>;
  /** Which channels would serve a model to a group now, and why others would not. */
  explainRouting(question: {
    group: string;
    model: string;
    operation: string;
  }): Promise<Static<typeof Explanation> | Refusal>;
}

const providersLifeMs = 60_000;
const shortTimeoutMs = 5_000;
const upstreamTimeoutMs = 90_000;

/** `internalToken` shows the relay that it is us. Every failure is a refusal with a sentence. */
export function relayClient(relayUrl: string, internalToken: string): RelayClient {
  let known: { readonly providers: readonly Provider[]; readonly until: number } | undefined;

  async function ask<Schema extends TSchema>(
    path: string,
    schema: Schema,
    timeoutMs: number,
    body?: unknown,
  ): Promise<Static<Schema> | Refusal> {
    const headers = { 'x-switchyard-internal': internalToken, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(timeoutMs);
    const call = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    try {
      const response = await fetch(`${relayUrl}/internal/${path}`, { ...call, headers, signal, redirect: 'error' });
      const reply: unknown = await response.json();
      if (response.ok && Value.Check(schema, reply)) return Value.Clean(schema, reply) as Static<Schema>;
      return refuse(Value.Check(Failure, reply) ? reply.message : `The relay answered with status ${response.status}.`);
    } catch {
      return refuse(`The relay at ${relayUrl} did not answer. See whether it runs.`);
    }
  }

  return {
    async providers() {
      if (known && known.until > Date.now()) return known.providers;
      const reply = await ask('providers', Type.Array(Provider), shortTimeoutMs);
      if (Array.isArray(reply)) known = { providers: reply, until: Date.now() + providersLifeMs };
      return reply;
    },
    testChannel: (question) => ask('channels/test', TestResult, upstreamTimeoutMs, question),
    async listModels(source) {
      const reply = await ask('channels/models', ModelList, upstreamTimeoutMs, source);
      return 'models' in reply ? reply.models : reply;
    },
    readBalance: (channelId) => ask('channels/balance', Balance, upstreamTimeoutMs, { channelId }),
    explainRouting: (question) => ask('routing/explain', Explanation, shortTimeoutMs, question),
  };
}
