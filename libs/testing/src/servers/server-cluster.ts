import type { TestServer } from './test-server.ts';

/** Several real servers that work as one; a test may hurt each of them. */
export interface ServerCluster {
  /** Names all its servers. */
  readonly url: string;
  readonly servers: readonly TestServer[];
  stop(): Promise<void>;
}

export function clusterOf(url: string, servers: readonly TestServer[]): ServerCluster {
  return { url, servers, stop: async () => void (await Promise.all(servers.map((server) => server.stop()))) };
}
