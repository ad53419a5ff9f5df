import { readFileSync, writeFileSync } from 'node:fs';

const [open, close] = ['<!-- table:start -->', '<!-- table:end -->'];

/** Puts text between the two marks of a Markdown file. Throws, and leaves the file as it is, when it lacks them. */
export function writeTableIn(file: URL, text: string): void {
  const page = readFileSync(file, 'utf8');
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`${file.pathname} has no ${open} … ${close} to write into.`);
  writeFileSync(file, `${page.slice(0, start)}${open}\n${text}\n${page.slice(end)}`);
}
