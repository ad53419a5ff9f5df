import type { Endpoint, Target } from './provider.ts';

const version = /\/v\d+(beta\d*)?$/;

/** Joins a base and a path that starts with /v1; a base that ends in a version of its own keeps that one. */
export function joinUrl(base: string, path: string): URL {
  const url = new URL(base);
  const root = url.pathname.replace(/\/+$/, '');
  const [pathname = '', search] = path.split('?', 2);
  url.pathname = root + (version.test(root) ? pathname.replace(/^\/v1(?=\/)/, '') : pathname);
  if (search !== undefined) url.search = search;
  return url;
}

/** Path of an endpoint for a call. */
export function pathOf(endpoint: Endpoint, target: Target): string {
  return typeof endpoint.path === 'string' ? endpoint.path : endpoint.path(target);
}
