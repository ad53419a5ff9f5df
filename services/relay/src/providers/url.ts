const version = /\/v\d+(beta\d*)?$/;

/** Joins a base and a path that starts with /v1; a base that ends in a version of its own keeps that one. */
export function joinUrl(base: string, path: string): URL {
  const url = new URL(base);
  const root = url.pathname.replace(/\/+$/, '');
  url.pathname = root + (version.test(root) ? path.replace(/^\/v1/, '') : path);
  return url;
}
