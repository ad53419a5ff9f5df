import { type Refusal, refuse } from '../../http/answer.ts';

const mostKeys = 100;

/** Keys, one per line. A JSON object (a service account) is one key, whatever lines it has. */
export function splitKeys(text: string): string[] | Refusal {
  const trimmed = text.trim();
  const keys = isJsonObject(trimmed)
    ? [trimmed]
    : trimmed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
  if (keys.length === 0) return refuse('Please fill in channel name and channel key.');
  if (keys.length > mostKeys) return refuse(`At most ${mostKeys} channels can be added at once.`);
  if (keys.some((key) => /\p{Cc}/u.test(key.replace(/[\t\r\n]/g, '')))) {
    return refuse('The key contains characters that cannot be sent.');
  }
  return [...new Set(keys)];
}

function isJsonObject(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
