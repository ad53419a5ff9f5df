import type { ChannelTry, UsageTokens } from '@switchyard/contracts';
import { ceiling } from '@switchyard/pricing';
import type { Estimate } from '../admission/estimate.ts';
import type { UpstreamDialect } from '../dialects/dialect.ts';
import type { JsonBody } from '../ingress/json-body.ts';
import type { Channel } from '../routing/channel.ts';
import type { BodyTap } from './body-tap.ts';
import type { Account, Meter, Outcome } from './meter.ts';
import type { SseTap } from './sse-tap.ts';
import type { TokenCounter } from './token-counter.ts';

/** How an exchange stands or ended, as far as the relay knows it without looking at what was received. */
export interface Standing {
  readonly status: number;
  readonly ended: Outcome['ended'];
  readonly error?: string;
  readonly channel: Channel | undefined;
  readonly firstByteMs: number;
  readonly tries: readonly ChannelTry[];
}

const nothing: UsageTokens = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 };
/** Completion tokens that the hold of a running stream stays ahead of it. */
const holdAheadTokens = 1_024;

/** What one request is charged: noted while it streams, settled once when it ends. */
export class Settlement {
  readonly account: Account;
  readonly #meter: Meter;
  readonly #counter: TokenCounter;
  readonly #body: JsonBody;
  readonly #estimate: Estimate;
  #extending = false;

  constructor(account: Account, meter: Meter, counter: TokenCounter, body: JsonBody, estimate: Estimate) {
    this.account = account;
    this.#meter = meter;
    this.#counter = counter;
    this.#body = body;
    this.#estimate = estimate;
  }

  /** Writes down what a stream has cost so far, and keeps its hold ahead. False: the balance is used up. */
  async note(tap: SseTap, standing: Standing): Promise<boolean> {
    const { promptTokens, leastPromptTokens, completionLimit } = this.#estimate;
    // This is charged only when the process dies: an estimate that errs must err in favour of the client.
    const tokens = { ...nothing, prompt: leastPromptTokens, completion: tap.leastTokens() };
    this.#meter.note(this.account, this.#outcome(tokens, 'local', standing));
    const expected = Math.min(tap.estimatedTokens() + holdAheadTokens, completionLimit);
    const amount = ceiling(this.account.price, { promptTokens, completionTokens: expected });
    if (amount <= this.account.reserved || this.#extending) return true;
    this.#extending = true;
    const covered = await this.#meter.extend(this.account, amount);
    this.#extending = false;
    return covered;
  }

  /** Usage as reported, else counted from what was received, else none; then the charge, then `written`. */
  async settle(
    tap: SseTap | BodyTap | undefined,
    dialect: UpstreamDialect | undefined,
    standing: Standing,
    written: () => void,
  ): Promise<void> {
    const usage = tap?.usage();
    // Zeros beside an answer are as good as no report.
    if (usage && usage.prompt + usage.completion > 0) {
      this.#meter.settle(this.account, this.#outcome(usage, 'upstream', standing), written);
    } else if (tap && dialect) {
      const tokens = await this.#count(tap, dialect);
      this.#meter.settle(this.account, this.#outcome(tokens, 'local', standing), written);
    } else {
      this.#meter.settle(this.account, this.#outcome(nothing, 'none', standing), written);
    }
    // An attempt that was cut off may still be writing the body.
    if (standing.ended === 'done' && standing.tries.length === 1) this.#body.release();
  }

  async #count(tap: SseTap | BodyTap, dialect: UpstreamDialect): Promise<UsageTokens> {
    const [prompt = 0, completion = 0] = await this.#counter.count(dialect.readPrompt(this.#body.parse()), tap.text());
    return { ...nothing, prompt, completion };
  }

  #outcome(tokens: UsageTokens, counted: Outcome['counted'], standing: Standing): Outcome {
    const { model } = this.account;
    const { channel, status, ended, error, firstByteMs, tries } = standing;
    const upstreamModel = channel?.upstreamModel(model) ?? model;
    return {
      status,
      ended,
      firstByteMs,
      tries,
      ...(error === undefined ? {} : { error }),
      tokens,
      counted,
      channelId: channel?.id ?? 0,
      ...(upstreamModel === model ? {} : { upstreamModel }),
    };
  }
}
