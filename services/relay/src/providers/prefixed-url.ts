import type { Endpoint, Provider, Target } from './provider.ts';
import { joinUrl, pathOf } from './url.ts';

const version = /\/v\d+(beta\d*)?\/?$/;

/**
 * Addresses of hosts that keep OpenAI's paths (those that start with /v1/) under a prefix of their own, and other
 * paths beside it. A base that ends in a version stands for the prefix itself: plans with keys of their own have one.
 */
export function prefixedUrl(
  prefix: string | ((base: string, endpoint: Endpoint, target: Target) => string),
): NonNullable<Provider['url']> {
  return (base, endpoint, target) => {
    const path = pathOf(endpoint, target);
    const inFront = typeof prefix === 'string' ? prefix : prefix(base, endpoint, target);
    if (!path.startsWith('/v1/')) return joinUrl(rootOf(base, inFront), path);
    return joinUrl(version.test(base) ? base : rootOf(base, inFront) + inFront, path);
  };
}

/** The base without a version and without what the prefix begins with. */
function rootOf(base: string, prefix: string): string {
  const [, first = ''] = prefix.split('/');
  const at = new URL(base).pathname.indexOf(`/${first}/`);
  const bare = base.replace(version, '').replace(/\/+$/, '');
  return at < 0 ? bare : new URL(base).origin + new URL(base).pathname.slice(0, at);
}
