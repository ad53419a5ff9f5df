import { type Refusal, refuse } from '../../../http/answer.ts';

const mostKeys = 100;

/** Keys, one per line. A JSON object (a service account) is one key, whatever lines it has; a JSON array has several. */
export function splitKeys(text: string): string[] | Refusal {
  const trimmed = text.trim();
  const keys =
    readAccounts(trimmed) ??
    trimmed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  if (keys.length === 0) return refuse('Please fill in channel name and channel key.');
  if (keys.length > mostKeys) return refuse(`At most ${mostKeys} keys can be added at once.`);
  if (keys.some((key) => /\p{Cc}/u.test(key.replace(/[\t\r\n]/g, '')))) {
    return refuse('The key contains characters that cannot be sent.');
  }
  return [...new Set(keys)];
}

/** Service accounts; undefined when the text is something else. One alone stays as it was written. */
function readAccounts(text: string): string[] | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [text];
    return value.every((item) => typeof item === 'object' && item !== null)
      ? value.map((item) => JSON.stringify(item))
      : undefined;
  } catch {
    return undefined;
  }
}
