/**
 * Keys are in headers, never in cookies: pages of any origin may call, and read all that is said in headers (Fetch standard, CORS).
 * Names and values in turn, as `writeHead` takes them.
 */
export const crossOrigin = ['access-control-allow-origin', '*', 'access-control-expose-headers', '*'] as const;
