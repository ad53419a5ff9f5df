import type { ClassResult, Miss, Stall } from './judge.ts';

/** Doors as columns of the table: a dialect or an operation each. */
const columns: readonly (readonly [title: string, doors: RegExp])[] = [
  ['chat', /^chat/],
  ['Responses', /^responses/],
  ['embeddings', /^embeddings/],
  ['images', /^images/],
  ['audio', /^(speech|transcripts)/],
  ['Messages', /^messages/],
  ['Gemini', /^gemini/],
  ['other', /^(?!chat|responses|embeddings|images|speech|transcripts|messages|gemini)/],
];

/** Cases of each class by door; with those that were not answered as they must be. */
export function tableOf(results: readonly ClassResult[]): string {
  const head = ['class', ...columns.map(([title]) => title), 'failed', 'longest stall'];
  const rows = results.map(({ name, counts, misses, stall }) => [
    name,
    ...columns.map(([, doors]) => {
      const sum = [...counts].filter(([door]) => doors.test(door)).reduce((total, [, count]) => total + count, 0);
      return sum === 0 ? '' : String(sum);
    }),
    String(misses.length),
    `${stall.fared.usedMs.toFixed(0)} ms`,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [head, ...rows].map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${cells.join(' | ')} |`;
  });
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [lines[0], `| ${rule.join(' | ')} |`, ...lines.slice(1)].join('\n');
}

export function lineOfMiss({ className, door, row, fault }: Miss): string {
  return `✗ ${className} · ${door} · ${row}: ${fault}`;
}

export function lineOfStall({ service, door, row, fared, idle }: Stall): string {
  const times = `${fared.usedMs.toFixed(1)} ms of its own (${fared.waitedMs.toFixed(1)} ms on the clock; idle process ${idle.waitedMs.toFixed(1)} ms)`;
  return `longest stall: ${service}, ${times}, at ${door} · ${row}`;
}
