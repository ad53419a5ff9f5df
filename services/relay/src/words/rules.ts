import type { Options } from '@switchyard/contracts';
import type { Automaton } from './automaton.ts';

/** Which words are looked for, and where. */
export interface WordRules {
  /** In what clients send; undefined: nowhere. */
  readonly prompt: Automaton | undefined;
  /** In what models answer; undefined: nowhere. */
  readonly completion: CompletionRule | undefined;
}

export interface CompletionRule {
  readonly words: Automaton;
  /** Ends the answer where a word begins; else the word is masked. */
  readonly stops: boolean;
  /** Most events of a stream that are held back because a word may begin in them; 0: as many as it takes. */
  readonly mostHeld: number;
}

/** The rules of the options; undefined when there is nothing to look for. */
export function wordRules(options: Options, words: Automaton | undefined): WordRules | undefined {
  if (!words) return undefined;
  return {
    prompt: options.CheckSensitiveOnPromptEnabled ? words : undefined,
    completion: options.CheckSensitiveOnCompletionEnabled
      ? { words, stops: options.StopOnSensitiveEnabled, mostHeld: options.StreamCacheQueueLength }
      : undefined,
  };
}
