import { type Refusal, refuse } from '../../http/answer.ts';

/** Nothing of an address: sign-in takes either, and a name shaped like somebody's address would shadow it. */
const allowed = /^[\p{L}\p{M}\p{N}_-]{1,12}$/u;
const reserved = new Set(['root', 'admin', 'system']);
/** What names of users who came through another provider begin with. */
const generated = /^(?:github|linuxdo|wechat|telegram|oidc)_/;

/** A name that a person chose, as it is stored (NFKC), or what is wrong with it. */
export function readUsername(text: string): string | Refusal {
  const name = text.normalize('NFKC').trim();
  if (!allowed.test(name)) {
    return refuse('A username has 1 to 12 characters: letters, digits, underscores and hyphens.');
  }
  const folded = name.toLowerCase();
  return reserved.has(folded) || generated.test(folded) ? refuse('This username is reserved. Choose another.') : name;
}
