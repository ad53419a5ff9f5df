import type { Json } from '../dialects/canonical.ts';
import { slotsWithin } from '../dialects/text-slot.ts';
import type { Automaton } from './automaton.ts';
import { containsWordNow } from './contains-word.ts';

/** Members that hold sound and pictures. */
const bytes: ReadonlySet<string> = new Set(['audio', 'image_url']);

/** Whether an event of a realtime session's client holds a word, in a message, its instructions or anything else. */
export function saysWord(words: Automaton, event: Json): boolean {
  for (const { holder, name } of slotsWithin(event, 0)) {
    if (!bytes.has(name) && containsWordNow(words, holder[name] as string)) return true;
  }
  return false;
}
