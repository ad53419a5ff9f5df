/** METRICS_TOKEN: who bears it may read the figures. undefined when it is not set; throws a sentence when it could be guessed. */
export function readMetricsToken(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const token = environment.METRICS_TOKEN || undefined;
  if (token === undefined || /^[\x21-\x7e]{16,}$/.test(token)) return token;
  throw new Error('Set METRICS_TOKEN to at least 16 characters without blanks; make one with: openssl rand -hex 32');
}
