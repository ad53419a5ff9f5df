import { type Static, Type } from 'typebox';

/** Answer of a token endpoint (RFC 6749, sections 5.1 and 5.2). */
export const TokenAnswer = Type.Object({
  access_token: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
  error: Type.Optional(Type.String()),
});

/**
 * The access token; undefined when the code is no longer good, which the provider calls `spent`. Throws on every other error: then
 * the set-up is wrong.
 */
export function readTokenAnswer(answer: Static<typeof TokenAnswer>, spent: string): string | undefined {
  const { access_token: token, error } = answer;
  if (token && error === undefined) return token;
  if (error === spent) return undefined;
  throw new Error(`the exchange was refused: ${error && /^[a-z_]{1,60}$/.test(error) ? error : 'no access token'}`);
}
