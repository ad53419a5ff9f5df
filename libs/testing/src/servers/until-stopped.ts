import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A stop is delivered thread by thread: resolves when the last one stands still. Without /proc after a moment. */
export async function untilStopped(pid: number): Promise<void> {
  for (let patience = 100; patience > 0 && !isStopped(pid); patience--) await sleep(10);
}

function isStopped(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      // The state stands behind the name, which may hold anything (proc_pid_stat(5)).
      return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
    });
  } catch {
    return false;
  }
}
