/** The first that neither stands still nor loses what it said it had when its store is full, and forgets no removal when killed. */
const least = [2, 10] as const;

/** What to tell the operator of a server of this version; undefined when it is new enough, or says something else than a version. */
export function ageWarning(version: string): string | undefined {
  const [, major, minor] = (/^(\d+)\.(\d+)\./.exec(version) ?? []).map(Number);
  if (major === undefined || minor === undefined) return undefined;
  if (major > least[0] || (major === least[0] && minor >= least[1])) return undefined;
  return `NATS ${version} can stand still, or lose charges, when its disk is full: install ${least.join('.')} or newer`;
}
