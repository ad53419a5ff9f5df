import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Feature, features } from './features.ts';

/** Whether a provider carries a feature for a client, streamed and not; else why not. */
export type Cell = 'yes' | { readonly cannot: string };

export type Results = Map<string, Map<string, Map<Feature, Cell>>>;

const file = fileURLToPath(new URL('../../README.md', import.meta.url));
const begin = '<!-- matrix: written by its test -->';
const end = '<!-- end of matrix -->';

/** Results as a table: a line for each provider, a column for each feature, and whom it does not work for. */
export function tableOf(results: Results): string {
  const notes: string[] = [];
  const lines = [...results].map(([provider, clients]) => {
    const cells = features.map((feature) => {
      const reasons = new Set(
        [...clients.values()].map((cell) => cell.get(feature)).map((cell) => (cell === 'yes' ? '' : cell?.cannot)),
      );
      if (reasons.size === 1 && reasons.has('')) return '✓';
      const reason = [...reasons].find(Boolean) ?? '';
      if (!notes.includes(reason)) notes.push(reason);
      return `–${superscript(notes.indexOf(reason) + 1)}`;
    });
    return `| ${provider} | ${cells.join(' | ')} |`;
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

function superscript(number: number): string {
  return [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
}
