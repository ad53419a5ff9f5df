import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when the condition holds; rejects after `patienceMs`. */
export async function until(condition: () => boolean | Promise<boolean>, patienceMs = 20_000): Promise<void> {
  for (const end = Date.now() + patienceMs; !(await condition()); await sleep(20)) {
    if (Date.now() > end) throw new Error(`Not within ${patienceMs} ms: ${condition}`);
  }
}
