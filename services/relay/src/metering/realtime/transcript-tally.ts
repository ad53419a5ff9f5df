import type { UsageTokens } from '@switchyard/contracts';
import { type Bounds, wholeSeconds } from '@switchyard/pricing';
import { addUsage, noUsage } from './add-usage.ts';
import type { Used } from './tally.ts';

/** What is held for transcripts to come: a minute of sound, and what is said in it. */
const ahead = { promptTokens: 600, completionTokens: 600, seconds: 60, calls: 1 };

/** What the transcripts of one session's sound have used. */
export class TranscriptTally {
  #used: UsageTokens = noUsage;
  #transcripts = 0;

  add(usage: UsageTokens): void {
    this.#used = addUsage(this.#used, usage);
    this.#transcripts++;
  }

  used(): Used {
    const { seconds = 0, ...tokens } = this.#used;
    return {
      tokens: { ...tokens, seconds: wholeSeconds(seconds), calls: this.#transcripts },
      counted: this.#transcripts > 0 ? 'upstream' : 'none',
    };
  }

  expected(): Bounds {
    return ahead;
  }
}
