import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition, and fails after ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 10_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await condition()); await sleep(20)) {
    assert.ok(Date.now() < deadline, `not within ${timeoutMs} ms: ${condition}`);
  }
}
