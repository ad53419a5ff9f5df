import { refuse } from '../errors.ts';
import type { Automaton } from './automaton.ts';
import { containsWord } from './contains-word.ts';

/** Throws, or for a long text rejects with, the refusal of a prompt that holds a word. The refusal does not repeat it. */
export function refuseWords(words: Automaton, prompt: string): undefined | Promise<void> {
  const found = containsWord(words, prompt);
  if (found instanceof Promise) return found.then(refuseFound);
  refuseFound(found);
  return undefined;
}

function refuseFound(found: boolean): void {
  if (found) throw refuse('sensitive_words_detected');
}
