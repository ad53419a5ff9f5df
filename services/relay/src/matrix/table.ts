import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Feature, features } from './features.ts';

/** Whether a provider carries a feature, streamed and not; `note` says what is missing. */
export interface Cell {
  readonly carried: boolean;
  readonly note?: string;
}

/** By the providers' labels. */
export type Results = ReadonlyMap<string, ReadonlyMap<Feature, Cell>>;

const file = fileURLToPath(new URL('../../README.md', import.meta.url));
const begin = '<!-- matrix: written by its test -->';
const end = '<!-- end of matrix -->';

/** A line for each provider, a column for each feature, and notes below. */
export function tableOf(results: Results): string {
  const notes: string[] = [];
  const lines = [...results].map(([provider, cells]) => {
    const marks = features.map((feature) => {
      const { carried = false, note } = cells.get(feature) ?? {};
      if (note !== undefined && !notes.includes(note)) notes.push(note);
      return (carried ? '✓' : '–') + (note === undefined ? '' : superscript(notes.indexOf(note) + 1));
    });
    return `| ${[provider, ...marks].join(' | ')} |`;
  });
  const heading = `| provider | ${features.join(' | ')} |\n|---|${features.map(() => ':-:').join('|')}|`;
  const footnotes = notes.map((note, at) => `${superscript(at + 1)} ${note}`).join('  \n');
  return `${heading}\n${lines.join('\n')}\n\n${footnotes}`;
}

export function readTable(): string {
  const text = readFileSync(file, 'utf8');
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim();
}

export function writeTable(table: string): void {
  const text = readFileSync(file, 'utf8');
  const head = text.slice(0, text.indexOf(begin) + begin.length);
  writeFileSync(file, `${head}\n\n${table}\n\n${text.slice(text.indexOf(end))}`);
}

/** A table without the blanks and dashes that a formatter puts into it. */
export function unformatted(table: string): string {
  return table
    .split('\n')
    .map((line) =>
      line
        .replace(/\s+/g, ' ')
        .replace(/-+/g, '-')
        .replace(/ ?\| ?/g, '|')
        .trim(),
    )
    .join('\n');
}

function superscript(number: number): string {
  return [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
}
