/** For stores, spool, log and connections that wait for a request; of a small limit a quarter. */
const ofOthers = 1_000;
/** The client's connection and the upstream's. */
const filesOfRequest = 2;

/** How many requests may run in a process that may have so many files open (undefined: not known), when `wanted` are allowed. */
export function mostRunning(wanted: number, openFiles: number | undefined): number {
  if (openFiles === undefined) return wanted;
  return Math.max(1, Math.min(wanted, Math.floor(forConnections(openFiles) / filesOfRequest)));
}

/** How many clients may be connected to such a process, asking or not, while `running` requests have an upstream. */
export function mostConnected(running: number, openFiles: number | undefined): number {
  if (openFiles === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor(forConnections(openFiles) - running));
}

function forConnections(openFiles: number): number {
  return openFiles - Math.min(ofOthers, openFiles / 4);
}

/** How many files this process may have open (`ulimit -n`); undefined where nothing says so. */
export function openFilesLimit(): number | undefined {
  // Looking up names of the machine's addresses would take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) && soft > 0 ? soft : undefined;
}
