import type { HostRequest } from '../host.ts';

/** Why a request is not from whom it says; undefined when it is. */
export type Proof = (request: HostRequest) => string | undefined;

/** `Authorization: Bearer {key}` (RFC 6750). */
export function bearer(key: string): Proof {
  return ({ headers }) => refuseOther('bearer token', headers.authorization, `Bearer ${key}`);
}

/** A header that holds the key alone. */
export function headerKey(name: string, key: string): Proof {
  return ({ headers }) => refuseOther(name, headers[name], key);
}

/** A parameter of the query that holds the key. */
export function queryKey(name: string, key: string): Proof {
  return ({ query }) => refuseOther(name, query.get(name), key);
}

/** Any one of them is enough; the last one's reason is told. */
export function anyProof(...proofs: readonly Proof[]): Proof {
  return (request) => {
    const reasons = proofs.map((proof) => proof(request));
    return reasons.includes(undefined) ? undefined : reasons.at(-1);
  };
}

function refuseOther(what: string, got: unknown, expected: string): string | undefined {
  if (got === expected) return undefined;
  return got === undefined || got === null ? `The ${what} is missing.` : `The ${what} is wrong.`;
}
