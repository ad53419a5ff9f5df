import type { Json } from '../dialects/canonical.ts';
import type { ClientDialect } from '../dialects/dialect.ts';
import { isObject } from '../dialects/json.ts';
import { eventPayloads, splitEvents } from '../metering/sse.ts';
import { AnswerFilter, cutBeforeWord, hasWord, isDecided, type Looked, maskWords } from './answer-filter.ts';
import type { CompletionRule } from './rules.ts';

interface Held {
  readonly event: string;
  readonly looked: Looked | undefined;
}

/**
 * Takes words out of a stream of events as a client gets it. Events wait while a word may begin in them, and all that
 * come after them do; the others pass as they came.
 */
export class EventFilter {
  readonly #rule: CompletionRule;
  readonly #dialect: ClientDialect;
  readonly #filter: AnswerFilter;
  readonly #held: Held[] = [];
  /** Held events with text. */
  #heldTexts = 0;
  #ending: string | undefined;

  constructor(rule: CompletionRule, dialect: ClientDialect) {
    this.#rule = rule;
    this.#dialect = dialect;
    this.#filter = new AnswerFilter(rule, dialect);
  }

  /** What ends the stream, once a word was found that ends it. Nothing may follow. */
  get ending(): string | undefined {
    return this.#ending;
  }

  /** Whole events in, whole events out. */
  push(events: string): string {
    let passed = '';
    for (const event of splitEvents(events)) {
      if (this.#ending !== undefined) break;
      const payload = parse(eventPayloads(event)[0]);
      const looked = payload && this.#filter.look(payload);
      this.#held.push({ event, looked });
      if (looked && looked.pieces.length > 0) this.#heldTexts++;
      if (looked?.hasEnd && this.#rule.stops) passed += this.#stop(looked.payload);
      else passed += this.#release();
    }
    return passed;
  }

  /** The end of the stream: what was held back. */
  end(): string {
    this.#filter.settle();
    return this.#ending === undefined ? this.#release() : '';
  }

  #release(): string {
    const { mostHeld } = this.#rule;
    let released = '';
    for (let next = this.#held[0]; next; next = this.#held[0]) {
      const isOverdue = mostHeld > 0 && this.#heldTexts > mostHeld;
      if (next.looked && !isOverdue && !isDecided(next.looked)) break;
      released += this.#write(next);
      this.#held.shift();
    }
    return released;
  }

  #write({ event, looked }: Held): string {
    if (!looked || looked.pieces.length === 0) return event;
    this.#heldTexts--;
    if (!hasWord(looked)) return event;
    maskWords(looked);
    return rewrite(event, looked.payload);
  }

  /** Passes on what stands before the word, and ends the stream. `newest`: the event in which the word ended. */
  #stop(newest: Json): string {
    this.#ending = this.#dialect.writeCut(newest, 'content-filter');
    let passed = '';
    for (const { event, looked } of this.#held.splice(0)) {
      if (!looked || !hasWord(looked)) {
        passed += event;
        continue;
      }
      if (cutBeforeWord(looked)) passed += rewrite(event, this.#dialect.writeFilterFinish(looked.payload, false));
      break;
    }
    return passed;
  }
}

/** An event with other data; its name and comments stay. */
function rewrite(event: string, payload: unknown): string {
  const others = event.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('data:'));
  return `${[...others, `data: ${JSON.stringify(payload)}`].join('\n')}\n\n`;
}

function parse(text: string | undefined) {
  if (!text?.startsWith('{')) return undefined;
  try {
    const payload: unknown = JSON.parse(text);
    return isObject(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}
