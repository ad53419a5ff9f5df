import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

// Of each thread by itself (libs/log, last-words.ts).
process.report.excludeEnv = true;

/** Counts the tokens of texts away from the event loop. One message in, one out, in order. */
parentPort?.on('message', (text: string) => {
  parentPort?.postMessage(count(text));
});

const longestPiece = 1_000;
const options = { disallowedSpecial: new Set<string>() };

/**
 * Text without a break (one repeated character, Chinese, emoji) takes a tokenizer quadratic time, so it is counted in pieces. Before a
 * space a token begins anyway; a piece that ends elsewhere costs a token at most.
 */
function count(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const end = at + longestPiece;
    const space = end < text.length ? text.lastIndexOf(' ', end) : -1;
    const next = space > at ? space : end;
    tokens += countTokens(text.slice(at, next), options);
    at = next;
  }
  return tokens;
}
