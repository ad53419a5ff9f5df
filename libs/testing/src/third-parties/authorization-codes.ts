import { createHash, randomBytes } from 'node:crypto';

/** What somebody agreed to on the page of an authorization server. */
export interface Grant<Account> {
  readonly account: Account;
  readonly redirectUri: string | null;
  /** Of PKCE, method S256 (RFC 7636). */
  readonly challenge: string | null;
  readonly nonce: string | null;
}

/** The page to which an authorization server sends a browser back. */
export interface Callback {
  readonly code: string;
  readonly state: string;
}

/** Codes of an authorization server: each is worth a grant once, to whom it was given (RFC 6749, section 4.1.3). */
export class AuthorizationCodes<Account> {
  readonly #grants = new Map<string, Grant<Account>>();

  /** What happens when `account` agrees on the page at `address`. */
  agree(address: URL, account: Account): Callback {
    const { searchParams: query } = address;
    const state = query.get('state');
    if (!state) throw new Error('the authorize address has no state');
    const challenge = query.get('code_challenge');
    if (challenge !== null && query.get('code_challenge_method') !== 'S256') {
      throw new Error('only S256 challenges are taken');
    }
    const code = randomBytes(10).toString('hex');
    this.#grants.set(code, { account, redirectUri: query.get('redirect_uri'), challenge, nonce: query.get('nonce') });
    return { code, state };
  }

  /** The grant, when the form of the exchange fits it; the code is spent either way. */
  redeem(form: URLSearchParams): Grant<Account> | undefined {
    const code = form.get('code') ?? '';
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    if (!grant) return undefined;
    const verifier = form.get('code_verifier');
    const challenge = verifier && createHash('sha256').update(verifier).digest('base64url');
    // A verifier without a challenge is refused too: else an attacker could leave the challenge out (RFC 9700, 2.1.1).
    if (challenge !== grant.challenge) return undefined;
    return grant;
  }
}
