import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

// Of each thread by itself (libs/log, last-words.ts).
process.report.excludeEnv = true;

/** Counts the tokens of texts away from the event loop. One message in, one out, in order. */
parentPort?.on('message', ({ id, texts }: { id: number; texts: readonly string[] }) => {
  parentPort?.postMessage({ id, counts: texts.map(count) });
});

const longestPiece = 100_000;

/** Text of one repeated character takes a tokenizer quadratic time, so a long text is counted in pieces. */
function count(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += longestPiece) {
    tokens += countTokens(text.slice(at, at + longestPiece), { disallowedSpecial: new Set() });
  }
  return tokens;
}
