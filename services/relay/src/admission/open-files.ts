/** The client's connection and the upstream's. */
const filesOfRequest = 2;

/** How many requests may run in a process that has `files` for connections, when `wanted` are allowed. */
export function mostRunning(wanted: number, files: number): number {
  return Math.max(1, Math.min(wanted, Math.floor(files / filesOfRequest)));
}

/** How many clients may be connected to such a process, asking or not, while `running` requests have an upstream. */
export function mostConnected(running: number, files: number): number {
  return Math.max(1, Math.floor(files - running));
}
