import type { Credentials } from '../provider.ts';

export const defaultVersion = 'v1beta';

/** Version of the API that a channel calls, such as v1alpha. */
export function versionOf({ other }: Pick<Credentials, 'other'>): string {
  const version = other.trim();
  return /^v\d+\w*$/.test(version) ? version : defaultVersion;
}
