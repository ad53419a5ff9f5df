import type { ConnectionOptions } from '@nats-io/transport-node';

/** Where and as whom to connect, out of NATS_URL; `hosts` is what may be shown. */
export interface NatsAddress {
  readonly hosts: string;
  readonly options: Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'tls'> & { servers: string[] };
}

/**
 * Reads `nats://[user:password@|token@]host[:port]`, or a comma list of them (the first one's credentials count);
 * `tls://` asks for TLS. Throws an error that names no part of the text, since it may hold a password.
 */
export function parseNatsUrl(natsUrl: string): NatsAddress {
  const urls = natsUrl.split(',').map((text) => parseOne(text.trim()));
  const [first] = urls as [URL, ...URL[]];
  const servers = urls.map((url) => `${url.hostname}:${url.port || 4222}`);
  const user = decodeURIComponent(first.username);
  const pass = decodeURIComponent(first.password);
  const credentials = pass ? { user, pass } : user ? { token: user } : {};
  const tls = first.protocol === 'tls:' ? { tls: {} } : {};
  return { hosts: servers.join(','), options: { servers, ...credentials, ...tls } };
}

function parseOne(text: string): URL {
  const url = URL.parse(text);
  if (!url?.hostname || !['nats:', 'tls:'].includes(url.protocol)) {
    throw new Error('NATS_URL must look like nats://host:4222, tls://user:password@host:4222 or a comma list of these');
  }
  return url;
}
