const works = new Set<() => void>();

/** Does the work when this process ends, by a signal too; the same function once, however often it is handed over. */
export function atExit(work: () => void): void {
  if (works.size === 0) {
    process.once('exit', () => {
      for (const work of works) work();
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  }
  works.add(work);
}
