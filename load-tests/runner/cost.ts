import { readFileSync } from 'node:fs';
import { childrenOf, cpuMicroseconds } from '../bench/proc.ts';
import type { Plant } from '../plant/plant.ts';
import { countAnswers } from './answers.ts';

/** Lines about CPU time by program: since the call, for each answer of the upstream meanwhile. */
export function watchCost(plant: Plant): () => string[] {
  const before = cpuByProgram();
  const answersBefore = countAnswers(plant.upstream);
  return () => {
    const answers = countAnswers(plant.upstream) - answersBefore;
    return [...cpuByProgram()].map(([name, cpu]) => {
      const perAnswer = (cpu - (before.get(name) ?? 0)) / Math.max(1, answers);
      return `${name.padEnd(14)}${perAnswer.toFixed(1).padStart(8)} µs of CPU for an answer`;
    });
  };
}

/** Of all that this process has started; several of a kind count together. */
function cpuByProgram(): Map<string, number> {
  const used = new Map<string, number>();
  for (const pid of childrenOf(process.pid)) {
    const name = nameOf(pid);
    used.set(name, (used.get(name) ?? 0) + cpuMicroseconds(pid));
  }
  return used;
}

/** A server by its program, a service by its folder. */
function nameOf(pid: number): string {
  const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const service = args.map((arg) => /services\/(\w+)\//.exec(arg)?.[1]).find(Boolean);
  return service ?? program.split('/').at(-1) ?? '';
}
