import type { Random } from './random.ts';

interface Message {
  readonly sequence: number;
  readonly data: Uint8Array;
  deliveries: number;
  isAcknowledged: boolean;
  /** It is not delivered (again) before. */
  dueAt: number;
}

const acknowledgeWithinMs = 30_000;
/** An id that comes again within this time is the same message. */
const duplicateWindowMs = 120_000;

/** The usage stream as JetStream keeps it: messages stay until they are acknowledged, and come again when they are not. */
export class UsageStream {
  readonly #messages: Message[] = [];
  readonly #ids = new Map<string, number>();
  #sequence = 0;

  store(data: Uint8Array, id: string, now: number): void {
    const known = this.#ids.get(id);
    this.#ids.set(id, now);
    if (known !== undefined && now - known < duplicateWindowMs) return;
    this.#messages.push({ sequence: ++this.#sequence, data, deliveries: 0, isAcknowledged: false, dueAt: now });
  }

  /** At most so many messages that are due, in any order. */
  take(most: number, now: number, random: Random): Message[] {
    const due = this.#messages.filter(({ isAcknowledged, dueAt }) => !isAcknowledged && dueAt <= now);
    const taken: Message[] = [];
    while (taken.length < most && due.length > 0)
      taken.push(due.splice(random.whole(0, due.length - 1), 1)[0] as Message);
    for (const message of taken) {
      message.deliveries++;
      message.dueAt = now + acknowledgeWithinMs;
    }
    return taken;
  }

  hasDue(now: number): boolean {
    return this.#messages.some(({ isAcknowledged, dueAt }) => !isAcknowledged && dueAt <= now);
  }

  acknowledge(sequence: number): void {
    const message = this.#messages[sequence - 1];
    if (message) message.isAcknowledged = true;
  }

  progress(): { stored: number; acknowledged: number } {
    const open = this.#messages.find(({ isAcknowledged }) => !isAcknowledged);
    return { stored: this.#sequence, acknowledged: open ? open.sequence - 1 : this.#sequence };
  }

  /** Stores something again that was stored before, perhaps long ago, as someone would who replays an archive. */
  repeat(random: Random, now: number): void {
    if (this.#messages.length === 0) return;
    const lines = Buffer.from(random.one(this.#messages).data).toString().split('\n');
    const first = random.whole(0, lines.length - 1);
    const some = lines.slice(first, first + random.whole(1, lines.length));
    if (random.chance(0.3)) some.push(earlier(random.one(some), random));
    this.store(Buffer.from(some.reverse().join('\n')), `repeated ${this.#sequence}`, now);
  }

  get isDrained(): boolean {
    return this.#messages.every(({ isAcknowledged }) => isAcknowledged);
  }
}

/** What was said of a request before it ended. */
function earlier(line: string, random: Random): string {
  const event = JSON.parse(line);
  return JSON.stringify({ ...event, final: false, ended: 'running', charge: random.whole(0, event.charge) });
}
