import { writeTableIn } from '../table-in.ts';
import type { Pace } from './rounds.ts';

export interface Origin {
  startedAt: string;
  pace: Pace;
  machine: Record<string, unknown>;
}

/** Puts the table into the README, with the machine and the day it comes from. */
export function writeTable(table: string, { startedAt, pace, machine }: Origin): void {
  const origin = `${startedAt.slice(0, 10)}, ${Object.values(machine).join(', ')}; ${pace.rounds} rounds of ${pace.seconds} s.`;
  writeTableIn(new URL('README.md', import.meta.url), `${table}\n\n${origin}`);
}
