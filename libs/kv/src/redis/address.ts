/** Where Redis is, out of REDIS_URL. */
export type RedisAddress = SingleAddress | ClusterAddress;

interface SingleAddress {
  readonly isCluster: false;
  /** May be shown: without user and password. */
  readonly hosts: string;
  readonly url: string;
}

export interface ClusterAddress {
  readonly isCluster: true;
  readonly hosts: string;
  /** Any of its nodes: the others are learned from them. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly credentials: { readonly username?: string; readonly password?: string; readonly tls?: object };
}

const form = /^(rediss?:\/\/)([^@/]*@)?([^/?#]+)(\/\d*)?(\?cluster=true)?$/;

/**
 * Reads `redis://[user:password@]host[:port][/database]`, or of a cluster some of its nodes with the same credentials:
 * `redis://[user:password@]host:port,host:port?cluster=true`; `rediss://` asks for TLS. Throws an error that names no part
 * of the text, since it may hold a password.
 */
export function readRedisUrl(redisUrl: string): RedisAddress {
  const [, scheme = '', login = '', hosts = '', database = '', cluster] = form.exec(redisUrl) ?? [];
  const urls = hosts.split(',').map((host) => URL.parse(`${scheme}${login}${host.trim()}`));
  const nodes = urls.map((url) => ({ host: url?.hostname ?? '', port: Number(url?.port || 6379) }));
  const isOne = nodes.length === 1;
  if (nodes.some(({ host }) => host === '') || (cluster ? database.length > 1 : !isOne)) {
    throw new Error(
      'REDIS_URL must look like redis://user:password@host:6379/0, or rediss:// for TLS, or for a cluster like redis://host:6379,host:6379?cluster=true',
    );
  }
  const shown = nodes.map(({ host, port }) => `${host}:${port}`).join(',');
  if (!cluster) return { isCluster: false, hosts: shown, url: redisUrl };
  const { username = '', password = '' } = urls[0] ?? {};
  return {
    isCluster: true,
    hosts: shown,
    nodes,
    credentials: {
      ...(username ? { username: decodeURIComponent(username) } : {}),
      ...(password ? { password: decodeURIComponent(password) } : {}),
      ...(scheme === 'rediss://' ? { tls: {} } : {}),
    },
  };
}
