import type { UsageTokens } from '@switchyard/contracts';
import { Tally } from '@switchyard/telemetry';
import { bounds } from './bounds.ts';
import { isAnswer, outcomeClasses } from './outcome-class.ts';

/** Tokens that have prices of their own. All but the first two are a part of one of these. */
export const tokenKinds = [
  'prompt',
  'completion',
  'cacheRead',
  'cacheWrite',
  'reasoning',
  'audioInput',
  'audioOutput',
  'imageInput',
  'imageOutput',
] as const satisfies readonly (keyof UsageTokens)[];

/** What one model does at one provider for one operation. */
export class ModelFigures {
  /** By class of outcome; those that never came are missing. */
  readonly durations: (Tally | undefined)[] = outcomeClasses.map(() => undefined);
  readonly firstToken = new Tally(bounds.firstToken);
  readonly perToken = new Tally(bounds.perToken);
  readonly input = new Tally(bounds.tokens);
  readonly output = new Tally(bounds.tokens);
  readonly tokens = new Float64Array(tokenKinds.length);
  charged = 0;

  /** Times in milliseconds; `firstByteMs` of a stream only, else 0. */
  add(outcomeClass: number, durationMs: number, firstByteMs: number, tokens: UsageTokens, charge: number): void {
    let durations = this.durations[outcomeClass];
    if (!durations) {
      durations = new Tally(bounds.duration);
      this.durations[outcomeClass] = durations;
    }
    durations.add(durationMs / 1000);
    this.charged += charge;
    for (let kind = 0; kind < tokenKinds.length; kind++) {
      const count = tokens[tokenKinds[kind] as (typeof tokenKinds)[number]] ?? 0;
      this.tokens[kind] = (this.tokens[kind] as number) + count;
    }
    if (tokens.prompt + tokens.completion === 0) return;
    this.input.add(tokens.prompt);
    this.output.add(tokens.completion);
    if (firstByteMs === 0 || !isAnswer(outcomeClass)) return;
    this.firstToken.add(firstByteMs / 1000);
    if (tokens.completion > 1) this.perToken.add((durationMs - firstByteMs) / 1000 / (tokens.completion - 1));
  }
}
