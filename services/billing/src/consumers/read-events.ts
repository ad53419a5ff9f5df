import { UsageEvent } from '@switchyard/contracts';
import { Compile } from 'typebox/compile';
import type { DeadLetter } from '../ledger/park.ts';
import type { ReceivedEvent } from '../ledger/received.ts';
import { mayHoldUnstorable, replaceUnstorable } from '../ledger/storable.ts';

const usageEvent = Compile(UsageEvent);
const holdName = Compile(UsageEvent.properties.holdId);

/** Reads newline-delimited usage events; what is none of them comes back as a dead letter. */
export function readEvents(messages: readonly Uint8Array[]): { events: ReceivedEvent[]; rejected: DeadLetter[] } {
  const events: ReceivedEvent[] = [];
  const rejected: DeadLetter[] = [];
  for (const message of messages) {
    for (const line of Buffer.from(message.buffer, message.byteOffset, message.byteLength)
      .toString('utf8')
      .split('\n')) {
      if (line === '') continue;
      const value = parse(line);
      if (usageEvent.Check(value)) events.push({ event: value, line });
      else rejected.push({ line, reason: reasonAgainst(value), ...namesIn(value) });
    }
  }
  return { events, rejected };
}

function parse(line: string): unknown {
  try {
    // Postgres does not store every text: a client that smuggled such a name in still pays.
    return mayHoldUnstorable(line) ? JSON.parse(line, replaceUnstorable) : JSON.parse(line);
  } catch {
    return undefined;
  }
}

function reasonAgainst(value: unknown): string {
  if (value === undefined) return 'not JSON';
  const [first] = usageEvent.Errors(value);
  return first ? `${first.instancePath || 'event'} ${first.message}` : 'not a usage event';
}

/** Whose it is and what it would settle, as far as what is no event says so. */
function namesIn(value: unknown): Pick<DeadLetter, 'userId' | 'holdId'> {
  const { userId, holdId }: { userId?: unknown; holdId?: unknown } = (typeof value === 'object' && value) || {};
  return {
    userId: typeof userId === 'number' && Number.isSafeInteger(userId) ? userId : null,
    holdId: holdName.Check(holdId) ? holdId : null,
  };
}
