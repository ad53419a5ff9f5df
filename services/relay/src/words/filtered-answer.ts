import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../dialects/canonical.ts';
import type { ClientDialect } from '../dialects/dialect.ts';
import { isObject } from '../dialects/json.ts';
import type { Failure } from '../egress/failure.ts';
import { type ByteText, decodeText, encodeText } from '../egress/framing/byte-text.ts';
import type { WholeTap } from '../metering/tap.ts';
import { AnswerFilter, cutBeforeWord, maskWords } from './answer-filter.ts';
import { EventFilter } from './event-filter.ts';
import type { CompletionRule } from './rules.ts';

/** A whole answer without the words of a rule. What is charged is what was received. */
export class FilteredAnswer implements WholeTap {
  readonly kind = 'whole';
  readonly #tap: WholeTap;
  readonly #rule: CompletionRule;
  readonly #dialect: ClientDialect;

  constructor(tap: WholeTap, rule: CompletionRule, dialect: ClientDialect) {
    this.#tap = tap;
    this.#rule = rule;
    this.#dialect = dialect;
  }

  get receivedBytes(): number {
    return this.#tap.receivedBytes;
  }

  get contentType(): string {
    return this.#tap.contentType;
  }

  push(chunk: Buffer): void {
    this.#tap.push(chunk);
  }

  problem(): Failure | undefined {
    return this.#tap.problem();
  }

  bytes(): Buffer {
    const bytes = this.#tap.bytes();
    if (!this.contentType.includes('json')) return bytes;
    const payload: unknown = JSON.parse(bytes.toString('utf8'));
    const filtered = isObject(payload) ? this.#filter(payload) : undefined;
    return filtered ? Buffer.from(JSON.stringify(filtered)) : bytes;
  }

  asStream(): ByteText {
    const filter = new EventFilter(this.#rule, this.#dialect);
    const passed = filter.push(decodeText(this.#tap.asStream()));
    return encodeText(passed + filter.end() + (filter.ending ?? ''));
  }

  usage(): UsageTokens | undefined {
    return this.#tap.usage();
  }

  serviceTier(member: string): string | undefined {
    return this.#tap.serviceTier(member);
  }

  text(): string {
    return this.#tap.text();
  }

  /** The answer without words; undefined when it has none. */
  #filter(payload: Json): Json | undefined {
    const looked = new AnswerFilter(this.#rule, this.#dialect).look(payload);
    if (!looked.hasEnd) return undefined;
    if (this.#rule.stops) {
      cutBeforeWord(looked);
      return this.#dialect.writeFilterFinish(payload, true);
    }
    maskWords(looked);
    return payload;
  }
}
