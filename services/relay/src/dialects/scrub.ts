const secrets = /\b(sk|ak|fk|key|pk|org|proj)[-_][A-Za-z0-9_-]{6,}|Bearer\s+\S+|https?:\/\/[^\s"']+/gi;
const maxTextLength = 500;

/** Removes keys, organisation ids and addresses from a text of an upstream: they belong to the operator. */
export function scrub(text: string): string {
  return text.replace(secrets, '***').slice(0, maxTextLength);
}
