import { createServer } from 'node:http';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded into a service by `--import`: measures how long its event loop was blocked and how much memory is alive, and
 * tells both on a Unix socket that bears the process's number.
 */
const everyMs = 5;
const folder = process.env.ABUSE_WATCH;

if (folder && isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let worst = { waitedMs: 0, usedMs: 0 };
  let lastAt = performance.now();
  let lastUsage = cpuMs();

  // What a turn took on the clock, and what this thread itself computed meanwhile: the difference is the machine's.
  const look = () => {
    const now = performance.now();
    const usage = cpuMs();
    const waitedMs = now - lastAt - everyMs;
    const usedMs = Math.min(waitedMs, usage - lastUsage);
    worst = { waitedMs: Math.max(worst.waitedMs, waitedMs), usedMs: Math.max(worst.usedMs, usedMs) };
    lastAt = now;
    lastUsage = usage;
  };
  setInterval(look, everyMs).unref();

  const server = createServer((request, response) => {
    look();
    const stall = worst;
    if (request.url === '/memory') {
      collect();
      collect();
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    // What this call took is not the service's.
    worst = { waitedMs: 0, usedMs: 0 };
    lastAt = performance.now();
    lastUsage = cpuMs();
    response.end(JSON.stringify({ ...stall, heapBytes: heapUsed + external, residentBytes: rss }));
  });
  server.listen(join(folder, `${process.pid}.sock`)).unref();
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
