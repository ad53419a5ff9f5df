import { LabelCap, type Labels, otherLabel, type Readings, type Tally } from '@switchyard/telemetry';
import type { Account, Outcome } from '../metering/meter.ts';
import { ModelFigures, tokenKinds } from './model-figures.ts';
import { operationName } from './operation-name.ts';
import { classOf, errorTypeOf, isAnswer, outcomeClasses } from './outcome-class.ts';

const mostModels = 300;
const mostChannels = 1_000;
const statusClasses = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;
/** Upstreams say with this one that they are asked too much. */
const tooMany = 429;

type ByOperation = Map<string, ModelFigures>;

/**
 * What became of requests, in numbers that a scrape reads. Counted once per request, when it is settled; nothing is allocated for a
 * combination of labels that was seen before.
 */
export class RequestFigures {
  readonly #knowsModel: (model: string) => boolean;
  readonly #models = new Map<string, Map<string, ByOperation>>();
  readonly #modelCap = new LabelCap(mostModels);
  readonly #outcomes = new Map<string, Map<string, Float64Array>>();
  readonly #tries = new Map<number, Float64Array>();
  #retries = 0;
  #recovered = 0;

  /** `knowsModel`: others are strangers', and make no labels. */
  constructor(knowsModel: (model: string) => boolean) {
    this.#knowsModel = knowsModel;
  }

  settled(account: Account, outcome: Outcome, charge: number, durationMs: number): void {
    const outcomeClass = classOf(outcome);
    this.#count(account.operation, account.dialect, outcomeClass);
    const firstByteMs = account.stream && account.operation !== 'realtime' ? outcome.firstByteMs : 0;
    this.#modelFigures(account, outcome).add(outcomeClass, durationMs, firstByteMs, outcome.tokens, charge);
    const { tries } = outcome;
    for (const { channelId, status } of tries) this.#countTry(channelId, status);
    if (tries.length < 2) return;
    this.#retries += tries.length - 1;
    if (isAnswer(outcomeClass)) this.#recovered++;
  }

  get retries(): number {
    return this.#retries;
  }

  /** Requests that another channel, or another key, answered after the first had failed. */
  get recovered(): number {
    return this.#recovered;
  }

  *outcomes(): Readings {
    for (const [operation, dialects] of this.#outcomes) {
      for (const [dialect, counts] of dialects) {
        for (const [index, count] of counts.entries()) {
          const outcome = outcomeClasses[index] as string;
          if (count > 0) yield [{ operation, dialect, outcome }, count];
        }
      }
    }
  }

  /** Attempts at upstreams, by the class of the status that came. */
  *tries(): Readings {
    for (const [channelId, counts] of this.#tries) {
      const channel = channelId === 0 ? otherLabel : String(channelId);
      for (const [index, count] of counts.entries()) {
        const status = statusClasses[index] ?? String(tooMany);
        if (count > 0) yield [{ channel, status }, count];
      }
    }
  }

  *durations(): Iterable<readonly [Labels, Tally]> {
    for (const [labels, { durations }] of this.#all()) {
      for (const [outcomeClass, tally] of durations.entries()) {
        const errorType = errorTypeOf(outcomeClass);
        if (tally) yield [errorType ? { ...labels, error_type: errorType } : labels, tally];
      }
    }
  }

  /** Answers that have such figures at all. */
  *tallies(which: 'firstToken' | 'perToken'): Iterable<readonly [Labels, Tally]> {
    for (const [labels, { [which]: tally }] of this.#all()) if (tally.sum > 0) yield [labels, tally];
  }

  *tokenUsage(): Iterable<readonly [Labels, Tally]> {
    for (const [labels, { input, output }] of this.#all()) {
      yield [{ ...labels, gen_ai_token_type: 'input' }, input];
      yield [{ ...labels, gen_ai_token_type: 'output' }, output];
    }
  }

  *tokens(): Readings {
    for (const [model, kinds] of this.#byModel(({ tokens }) => tokens)) {
      for (const [index, kind] of tokenKinds.entries()) {
        const count = kinds[index] ?? 0;
        if (count > 0) yield [{ model, kind }, count];
      }
    }
  }

  *charges(): Readings {
    for (const [model, [charged = 0]] of this.#byModel(({ charged }) => [charged])) yield [{ model }, charged];
  }

  #modelFigures({ model, operation }: Account, { providerName: provider = 'none' }: Outcome): ModelFigures {
    const found = this.#models.get(model)?.get(provider)?.get(operation);
    if (found) return found;
    const known = this.#knowsModel(model) ? this.#modelCap.admit(model) : otherLabel;
    const providers = getOrAdd(this.#models, known, () => new Map<string, ByOperation>());
    const operations = getOrAdd(providers, provider, () => new Map());
    return getOrAdd(operations, operation, () => new ModelFigures());
  }

  #count(operation: string, dialect: string, outcomeClass: number): void {
    let counts = this.#outcomes.get(operation)?.get(dialect);
    if (!counts) {
      counts = new Float64Array(outcomeClasses.length);
      getOrAdd(this.#outcomes, operation, () => new Map()).set(dialect, counts);
    }
    counts[outcomeClass] = (counts[outcomeClass] as number) + 1;
  }

  #countTry(channelId: number, status: number): void {
    const known = this.#tries.get(channelId);
    const counts = known ?? getOrAdd(this.#tries, this.#tries.size < mostChannels ? channelId : 0, newTries);
    const index = status === tooMany ? statusClasses.length : Math.min(Math.floor(status / 100), 5);
    counts[index] = (counts[index] as number) + 1;
  }

  *#all(): Iterable<readonly [Labels, ModelFigures]> {
    for (const [model, providers] of this.#models) {
      for (const [provider, operations] of providers) {
        for (const [operation, figures] of operations) {
          const name = operationName(operation);
          const labels = { gen_ai_request_model: model, gen_ai_provider_name: provider, gen_ai_operation_name: name };
          yield [labels, figures];
        }
      }
    }
  }

  /** Sums over providers and operations. */
  *#byModel(read: (figures: ModelFigures) => ArrayLike<number>): Iterable<readonly [string, readonly number[]]> {
    for (const [model, providers] of this.#models) {
      const sums: number[] = [];
      for (const operations of providers.values()) {
        for (const figures of operations.values()) {
          const values = read(figures);
          for (let at = 0; at < values.length; at++) sums[at] = (sums[at] ?? 0) + (values[at] as number);
        }
      }
      yield [model, sums];
    }
  }
}

/** By status class, and those that said that they are asked too much. */
function newTries(): Float64Array {
  return new Float64Array(statusClasses.length + 1);
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
