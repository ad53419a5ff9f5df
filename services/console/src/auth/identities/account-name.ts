const mostCharacters = 100;

/** What people may call themselves elsewhere, fit to be stored and shown: one line of at most 100 characters, perhaps none. */
export function accountName(text: unknown): string {
  return typeof text === 'string' ? [...text.replace(/\p{Cc}/gu, '').trim()].slice(0, mostCharacters).join('') : '';
}
