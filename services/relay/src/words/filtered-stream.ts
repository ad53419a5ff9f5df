import type { UsageTokens } from '@switchyard/contracts';
import type { UpstreamError } from '../dialects/canonical.ts';
import type { ClientDialect } from '../dialects/dialect.ts';
import { type ByteText, decodeText, encodeText } from '../egress/framing/byte-text.ts';
import type { StreamTap } from '../metering/tap.ts';
import { EventFilter } from './event-filter.ts';
import type { CompletionRule } from './rules.ts';

/** A stream without the words of a rule. What is charged is what was received. */
export class FilteredStream implements StreamTap {
  readonly kind = 'stream';
  readonly #tap: StreamTap;
  readonly #filter: EventFilter;

  constructor(tap: StreamTap, rule: CompletionRule, dialect: ClientDialect) {
    this.#tap = tap;
    this.#filter = new EventFilter(rule, dialect);
  }

  get receivedBytes(): number {
    return this.#tap.receivedBytes;
  }

  get stopped(): boolean {
    return this.#filter.ending !== undefined;
  }

  get failureSeen(): boolean {
    return this.#tap.failureSeen;
  }

  get hasEndMark(): boolean {
    return this.#tap.hasEndMark;
  }

  get usageIsFinal(): boolean {
    return this.#tap.usageIsFinal;
  }

  push(chunk: Buffer): ByteText | undefined {
    const events = this.#tap.push(chunk);
    return events && toBytes(this.#filter.push(decodeText(events)));
  }

  flush(): ByteText | undefined {
    const rest = this.#tap.flush();
    const passed = rest ? this.#filter.push(decodeText(rest)) : '';
    return toBytes(passed + this.#filter.end() + (this.#filter.ending ?? ''));
  }

  cut(): ByteText {
    const { ending } = this.#filter;
    return encodeText(ending ?? this.#filter.end() + decodeText(this.#tap.cut()));
  }

  failure(): UpstreamError | undefined {
    return this.#tap.failure();
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

  condense(): void {
    this.#tap.condense();
  }

  estimatedTokens(): number {
    return this.#tap.estimatedTokens();
  }

  leastTokens(): number {
    return this.#tap.leastTokens();
  }
}

function toBytes(events: string): ByteText | undefined {
  return events === '' ? undefined : encodeText(events);
}
