import { parentPort, workerData } from 'node:worker_threads';
import { buildAutomaton } from './automaton.ts';
import { fold } from './fold.ts';

// Of each thread by itself (libs/log, last-words.ts).
process.report.excludeEnv = true;

const automaton = buildAutomaton((workerData as readonly string[]).map(fold));
parentPort?.postMessage(
  automaton,
  Object.values(automaton).map(({ buffer }) => buffer),
);
