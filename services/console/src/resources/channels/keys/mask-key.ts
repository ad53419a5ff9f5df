const shortestShown = 24;

/** What a list shows of an upstream's key: a few characters of both ends, or whose service account it is. */
export function maskChannelKey(key: string): string {
  const account = key.startsWith('{') ? /"client_email"\s*:\s*"([^"\\]{1,200})"/.exec(key)?.[1] : undefined;
  if (account) return account;
  return key.length < shortestShown || key.startsWith('{')
    ? '**********'
    : `${key.slice(0, 4)}**********${key.slice(-4)}`;
}
