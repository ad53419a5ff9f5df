import { readEvent } from '../dialects/openai-realtime/events.ts';
import { slotsWithin } from '../dialects/text-slot.ts';
import type { Automaton } from './automaton.ts';
import { containsWordNow } from './contains-word.ts';

/** Members that hold sound and pictures. */
const bytes: ReadonlySet<string> = new Set(['audio', 'image_url']);

/** Whether a client of a realtime session writes a word, in a message, its instructions or anything else. */
export function saysWord(words: Automaton, message: Buffer): boolean {
  const event = readEvent(message);
  if (!event) return false;
  for (const { holder, name } of slotsWithin(event, 0)) {
    if (!bytes.has(name) && containsWordNow(words, holder[name] as string)) return true;
  }
  return false;
}
