import type { Server } from 'node:http';

const sweepMs = 50;

/**
 * Resolves with `closing`, the promise of a server that was told to close while answers were under way. Their
 * connections are kept alive by the clients' wish and would hold it open for a minute; they end with their answer.
 */
export async function untilClosed(server: Server, closing: Promise<unknown>): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  try {
    await closing;
  } finally {
    clearInterval(sweep);
  }
}
