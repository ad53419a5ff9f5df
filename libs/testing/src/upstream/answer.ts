import { createHash } from 'node:crypto';

/** Every word and every mark of these texts is one token in cl100k_base and in o200k_base. */
const TEXTS = [
  'Hello! Your key was checked, your wallet held a small sum, and this answer came back through the channel you chose. I am the demo model: I live on your own machine, I call nobody, and I chat as freely as friends in a café. Open the usage log to see what this request was charged, down to the last token. When you are ready, add a channel of your own and ask again.',
  'Good question. A real model would think about it; this demo model only speaks a few kind words, one at a time… so that you can watch a stream arrive. Every word here is one token, which makes the price easy to check by hand: look at the log, count the words, and the numbers agree. Have fun with the console.',
].map((text) => text.match(/ ?\p{L}+|[^\p{L}\s]/gu) ?? []);

/** The answer to a prompt as tokens: the same prompt always gets the same text, repeated or cut to `length`. */
export function answer(prompt: string, length?: number): string[] {
  const text = TEXTS[(createHash('sha256').update(prompt).digest()[0] ?? 0) % TEXTS.length] ?? [];
  return Array.from({ length: length ?? text.length }, (_, index) => {
    const token = text[index % text.length] ?? '';
    return index >= text.length && index % text.length === 0 ? ` ${token}` : token;
  });
}

/** Prompt tokens by the rule of thumb of four bytes each, at least one. */
export function promptTokens(prompt: string): number {
  return Math.max(1, Math.ceil(Buffer.byteLength(prompt) / 4));
}
