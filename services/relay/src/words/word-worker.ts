import { parentPort, workerData } from 'node:worker_threads';
import { buildAutomaton } from './automaton.ts';
import { fold } from './fold.ts';

const automaton = buildAutomaton((workerData as readonly string[]).map(fold));
parentPort?.postMessage(
  automaton,
  Object.values(automaton).map(({ buffer }) => buffer),
);
