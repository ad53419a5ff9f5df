import type { Served } from './deployment.ts';

/** Deployments of one account as one channel. A second one of the same name there becomes a channel of its own. */
export function groupDeployments(deployments: readonly Served[]): Served[][] {
  const groups = new Map<string, Served[][]>();
  for (const served of deployments) {
    const { type, key, baseUrl, other, weight, priority, headers } = served;
    const account = JSON.stringify([type, key, baseUrl, other, weight, priority, headers]);
    const channels = groups.get(account) ?? [];
    const free = channels.find((channel) => channel.every(({ name }) => name !== served.name));
    if (free) free.push(served);
    else channels.push([served]);
    groups.set(account, channels);
  }
  return [...groups.values()].flat();
}
