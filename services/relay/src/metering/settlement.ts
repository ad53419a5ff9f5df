import type { UsageTokens } from '@switchyard/contracts';
import { chargedServiceTier, type Unit } from '@switchyard/pricing';
import { type Estimate, heldFirst, mostCost } from '../admission/estimate.ts';
import { holdRefusal } from '../admission/token-refusal.ts';
import type { GatewayError } from '../errors.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import type { Channel } from '../routing/channel.ts';
import type { MadeTry } from '../routing/made-try.ts';
import type { Account, Meter, Outcome } from './meter.ts';
import type { AnyTap, StreamTap } from './tap.ts';
import { leastTokens, type TokenCounter } from './token-counter.ts';

/** How an exchange stands or ended, as far as the relay knows it without looking at what was received. */
export interface Standing {
  readonly status: number;
  readonly ended: Outcome['ended'];
  readonly error?: string | undefined;
  readonly channel: Channel | undefined;
  readonly firstByteMs: number;
  readonly tries: readonly MadeTry[];
  /** Tier of service that the upstream was asked for, or named before its answer; undefined when none was asked for. */
  readonly serviceTier: string | undefined;
  /** What the upstream tells of the prompt may lack what it had cached. */
  readonly leavesOutCached: boolean | undefined;
}

const nothing: UsageTokens = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 };
/** Completion tokens that the hold of a running stream stays ahead of it. */
const holdAheadTokens = 1_024;

/** Zeros beside an answer are as good as no report, and so are seconds or searches where tokens are charged. */
function isReport({ prompt, completion, seconds = 0, calls = 0 }: UsageTokens, unit: Unit): boolean {
  return prompt + completion + (unit === 'tokens' ? 0 : seconds + calls) > 0;
}

/** What one request is charged: noted while it streams, settled once when it ends. */
export class Settlement {
  readonly account: Account;
  readonly #meter: Meter;
  readonly #counter: TokenCounter;
  readonly #request: RelayRequest;
  readonly #estimate: Estimate;
  /** Completion tokens that a host was asked for beyond what the client allowed; 0 when none was. */
  #raisedLimit = 0;
  #extending = false;

  constructor(account: Account, meter: Meter, counter: TokenCounter, request: RelayRequest, estimate: Estimate) {
    this.account = account;
    this.#meter = meter;
    this.#counter = counter;
    this.#request = request;
    this.#estimate = estimate;
  }

  /** Tokens of the prompt by its length. */
  get promptTokens(): number {
    return this.#estimate.promptTokens;
  }

  /**
   * Holds for an answer of so many completion tokens, where a host is asked for more than the client allowed. undefined when that is held;
   * a promise, of the refusal if there is one, when it is waited for. Throws a GatewayError (400) for more than one charge can be.
   */
  cover(tokens: number): undefined | Promise<GatewayError | undefined> {
    const { choices, stream } = this.#request;
    const limit = tokens * choices;
    if (limit <= this.#completionLimit) return undefined;
    this.#raisedLimit = limit;
    const amount = this.#costOf(heldFirst(tokens, stream) * choices);
    if (amount <= this.account.reserved) return undefined;
    const { limits } = this.account.caller;
    return this.#meter
      .extend(this.account, amount)
      .then((refusal) => refusal && holdRefusal(refusal, limits, Date.now()));
  }

  /** Writes down what a stream has cost so far, and keeps its hold ahead. Answers why it must end, when it must. */
  async note(tap: StreamTap, standing: Standing): Promise<GatewayError | undefined> {
    const { leastPromptTokens } = this.#estimate;
    const completionLimit = this.#completionLimit;
    // This is charged only when the process dies: an estimate that errs must err in favour of the client.
    const tokens = {
      ...nothing,
      ...this.#served(tap, standing),
      prompt: leastPromptTokens,
      completion: tap.leastTokens(),
    };
    this.#meter.note(this.account, this.#outcome(tokens, 'local', standing));
    const written = tap.estimatedTokens();
    // A host that does not heed the limit is held for like one that was given none. An estimate above it does not show that: it errs upwards.
    const heedsLimit = tokens.completion <= completionLimit;
    const expected = heedsLimit ? Math.min(written + holdAheadTokens, completionLimit) : written + holdAheadTokens;
    const amount = this.#costOf(expected);
    if (amount <= this.account.reserved || this.#extending) return undefined;
    this.#extending = true;
    const refusal = await this.#meter.extend(this.account, amount);
    this.#extending = false;
    // Nobody said no: it goes on within what is held, and the next note asks again.
    return refusal?.code === 'unavailable' && this.#costOf(written) <= this.account.reserved ? undefined : refusal;
  }

  /** Most completion tokens that may come. */
  get #completionLimit(): number {
    return Math.max(this.#estimate.completionLimit, this.#raisedLimit);
  }

  #costOf(completionTokens: number): number {
    const { promptTokens } = this.#estimate;
    return mostCost(this.account.price, { ...this.#asked(), promptTokens, completionTokens });
  }

  /** Writes down that an answer which is no text is on its way: what it costs was asked for. */
  noteRaw(standing: Standing): void {
    const tokens = { ...nothing, ...this.#served(undefined, standing), ...this.#request.asked?.tokens };
    this.#meter.note(this.account, this.#outcome(tokens, 'local', standing));
  }

  /** Usage as reported, else counted from what was received, else none; then the charge, then `written`. */
  async settle(tap: AnyTap | undefined, standing: Standing, written: () => void): Promise<void> {
    const usage = tap?.usage();
    const { unit } = this.account.price;
    if (usage && isReport(usage, unit)) {
      const whole = standing.leavesOutCached ? await this.#withWholePrompt(usage) : usage;
      const told = this.#request.asked ? { ...this.#served(tap, standing), ...whole } : whole;
      const isPartial = tap?.kind === 'stream' && !tap.usageIsFinal;
      const isUntold = told.completion === 0 && this.#isWriting;
      const tokens = tap && (isPartial || isUntold) ? await this.#withWhatCame(told, tap) : told;
      this.#meter.settle(this.account, this.#outcome(tokens, 'upstream', standing), written);
    } else if (tap && !(usage && this.#isNothing(tap))) {
      const isBesideTokens = unit === 'tokens' || usage?.characters !== undefined;
      const tokens = await this.#count(tap, standing, isBesideTokens ? usage : undefined);
      this.#meter.settle(this.account, this.#outcome(tokens, 'local', standing), written);
    } else {
      this.#meter.settle(this.account, this.#outcome(nothing, 'none', standing), written);
    }
    // An attempt that was cut off may still be writing the body.
    if (standing.ended === 'done' && standing.tries.length === 1) this.#request.body.release();
  }

  /** A host that reports zeros and wrote nothing gave up: its word stands. */
  #isNothing(tap: AnyTap): boolean {
    return this.#isWriting && tap.text() === '';
  }

  /** The answer is text that a model writes. */
  get #isWriting(): boolean {
    const { operation } = this.account;
    return operation === 'chat' || operation === 'completions';
  }

  /**
   * Of an answer that broke off behind its report (some hosts report at the start, before there is any output), and of a report that
   * knows of a prompt alone.
   */
  async #withWhatCame(usage: UsageTokens, tap: AnyTap): Promise<UsageTokens> {
    const {
      tokens: [completion = 0],
    } = await this.#counter.count(tap.text());
    return completion > usage.completion ? { ...usage, completion } : usage;
  }

  /**
   * Of a report that may lack what was cached. Nobody pays for a mere estimate: a report that can be the whole prompt stands, any other
   * gives way to a count.
   */
  async #withWholePrompt(usage: UsageTokens): Promise<UsageTokens> {
    const text = this.#promptText();
    if (usage.prompt >= leastTokens(Buffer.byteLength(text))) return usage;
    const {
      tokens: [prompt = 0],
      isEstimate,
    } = await this.#counter.count(text);
    return !isEstimate && prompt > usage.prompt ? { ...usage, prompt } : usage;
  }

  /** `reported`: what was told beside tokens. */
  async #count(tap: AnyTap, standing: Standing, reported: UsageTokens | undefined): Promise<UsageTokens> {
    const {
      tokens: [prompt = 0, completion = 0],
    } = await this.#counter.count(this.#promptText(), tap.text());
    return {
      ...this.#served(tap, standing),
      ...reported,
      ...nothing,
      prompt,
      completion,
      ...this.#request.asked?.tokens,
    };
  }

  /** '' for a body that cannot be read as what it should be: an upstream took it, and its answer is charged all the same. */
  #promptText(): string {
    try {
      return this.#request.dialect.readPrompt(this.#request.body.parse());
    } catch {
      return '';
    }
  }

  /** Quantities beside tokens, as the request names them. */
  #asked(): Partial<UsageTokens> {
    const { tokens: _, mostCharacters: __, ...quantities } = this.#request.asked ?? {};
    return quantities;
  }

  /** The same as they are charged: at the tier of service that the answer names, else at that which its host was asked for. */
  #served(tap: AnyTap | undefined, { serviceTier: told }: Standing): Partial<UsageTokens> {
    const { serviceTier: asked, ...quantities } = this.#asked();
    const { tierMember } = this.#request;
    if (asked === undefined || tierMember === undefined || told === undefined) return quantities;
    const { price, startedAt } = this.account;
    const serviceTier = chargedServiceTier(price, asked, tap?.serviceTier(tierMember) ?? told, startedAt);
    return serviceTier === undefined ? quantities : { ...quantities, serviceTier };
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
      error,
      tokens,
      counted,
      channelId: channel?.id ?? 0,
      providerName: channel?.providerName,
      upstreamModel: upstreamModel === model ? undefined : upstreamModel,
    };
  }
}
