import type { UsageEvent } from '@switchyard/contracts';
import { uuidv7 } from '@switchyard/crypto';
import type { ReceivedEvent } from '../ledger/received.ts';

/** A finished request that cost 100; `fields` say what is different. */
export function usageEvent(fields: Partial<UsageEvent> & Pick<UsageEvent, 'userId' | 'tokenId'>): UsageEvent {
  return {
    version: 1,
    id: uuidv7(),
    final: true,
    charge: 100,
    holdId: `hold-${fields.tokenId}`,
    username: 'ada',
    tokenName: 'key',
    group: 'default',
    model: 'gpt-6-sol',
    channelId: 0,
    stream: true,
    tokens: { prompt: 60, completion: 8, cacheRead: 20, cacheWrite: 0 },
    counted: 'upstream',
    receipt: { card: { input: '2', output: '10', cacheRead: '0.2' }, groupRatio: '1' },
    status: 200,
    ended: 'done',
    durationMs: 900,
    firstByteMs: 200,
    tries: [{ channelId: fields.channelId ?? 0, status: 200, durationMs: 900 }],
    ip: '203.0.113.7',
    path: '/v1/chat/completions',
    ...fields,
  };
}

/** The same request while it still runs. */
export function progressOf(event: UsageEvent, charge: number): UsageEvent {
  return { ...event, final: false, ended: 'running', charge };
}

export function received(event: UsageEvent): ReceivedEvent {
  return { event, line: JSON.stringify(event) };
}
