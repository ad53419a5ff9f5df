import { randomInt, randomUUID } from 'node:crypto';
import type { Bus } from '@switchyard/bus';
import type { UsageEvent } from '@switchyard/contracts';
import { PriceTable, price, receipt } from '@switchyard/pricing';
import { demoModels } from './provider.ts';

interface Past {
  readonly userId: number;
  readonly username: string;
  readonly channelId: number;
  readonly token: { readonly id: number; readonly name: string };
}

const days = 6;
const dayMs = 86_400_000;
const eventsPerMessage = 100;
const prices = new PriceTable([], new Map([['default', '1']]));

/**
 * Publishes what a relay would have published during the last days, busier by day than by night. Journal, log and
 * roll-up come from the same events as ever, only their ids carry a past time.
 */
export async function publishPastUsage(bus: Bus, past: Past): Promise<void> {
  const events = requestTimes(Date.now()).map((timeMs) => pastEvent(past, timeMs));
  for (let start = 0; start < events.length; start += eventsPerMessage) {
    const message = events.slice(start, start + eventsPerMessage).map((event) => `${JSON.stringify(event)}\n`);
    await bus.publishUsage(Buffer.from(message.join('')), randomUUID());
  }
}

function requestTimes(now: number): number[] {
  const times: number[] = [];
  for (let timeMs = now - days * dayMs; timeMs < now - 60_000; ) {
    const hour = new Date(timeMs).getHours();
    times.push(timeMs);
    timeMs += randomInt(60_000, hour >= 8 && hour < 20 ? 1_200_000 : 9_000_000);
  }
  return times;
}

function pastEvent({ userId, username, channelId, token }: Past, timeMs: number): UsageEvent {
  const model = demoModels[randomInt(demoModels.length)] as string;
  const isEmbedding = model.includes('embedding');
  const isFailure = randomInt(40) === 0;
  const prompt = randomInt(50, 6_000);
  const tokens = isFailure
    ? { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 }
    : {
        prompt,
        completion: isEmbedding ? 0 : randomInt(20, 1_500),
        cacheRead: isEmbedding || randomInt(3) > 0 ? 0 : Math.floor(prompt / 2),
        cacheWrite: 0,
      };
  const compiled = prices.price(model, 'default');
  if (!compiled) throw new Error(`The demo's model ${model} has no price.`);
  const firstByteMs = randomInt(150, 900);
  const durationMs = firstByteMs + tokens.completion * randomInt(8, 15);
  const status = isFailure ? 503 : 200;
  return {
    version: 1,
    id: requestId(timeMs),
    final: true,
    charge: price(compiled, tokens, timeMs),
    holdId: `demo-${token.id}`,
    userId,
    username,
    tokenId: token.id,
    tokenName: token.name,
    group: 'default',
    model,
    channelId,
    stream: !isEmbedding && randomInt(2) === 0,
    tokens,
    counted: isFailure ? 'none' : 'upstream',
    receipt: receipt(compiled, tokens, timeMs),
    status,
    ended: isFailure ? 'upstream_failed' : 'done',
    ...(isFailure && { error: 'The provider is overloaded.' }),
    durationMs,
    firstByteMs,
    tries: [{ channelId, status, durationMs }],
    ip: '127.0.0.1',
    path: isEmbedding ? '/v1/embeddings' : '/v1/chat/completions',
  };
}

/** A UUIDv7 (RFC 9562) of a moment in the past. */
function requestId(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
