/** For stores, spool, log and connections that wait for a request; of a small limit a quarter. */
const ofOthers = 1_000;

/** How many files this process may have open for connections of clients and to hosts; Infinity where nothing limits them. */
export function filesForConnections(openFiles: number | undefined = openFilesLimit()): number {
  return openFiles === undefined ? Number.POSITIVE_INFINITY : openFiles - Math.min(ofOthers, openFiles / 4);
}

/** How many files this process may have open (`ulimit -n`); undefined where nothing says so. */
function openFilesLimit(): number | undefined {
  // Looking up names of the machine's addresses would take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) && soft > 0 ? soft : undefined;
}
