import { readFileSync, writeFileSync } from 'node:fs';
import type { Pace } from './rounds.ts';

const readme = new URL('../README.md', import.meta.url);
const [OPEN, CLOSE] = ['<!-- table:start -->', '<!-- table:end -->'];

export interface Origin {
  startedAt: string;
  pace: Pace;
  machine: Record<string, unknown>;
}

/** Puts the table between the two marks of the README, with the machine and the day it comes from. */
export function writeTable(table: string, { startedAt, pace, machine }: Origin): void {
  const text = readFileSync(readme, 'utf8');
  const [before, after] = [text.indexOf(OPEN), text.indexOf(CLOSE)];
  if (before < 0 || after < before) throw new Error(`load-tests/README.md has no ${OPEN} … ${CLOSE} to write into.`);
  const origin = `${startedAt.slice(0, 10)}, ${Object.values(machine).join(', ')}; ${pace.rounds} rounds of ${pace.seconds} s.`;
  writeFileSync(readme, `${text.slice(0, before)}${OPEN}\n${table}\n\n${origin}\n${text.slice(after)}`);
}
