/** Shorter ones are words: what is nobody's secret, such as the key of a host that asks for none, would spoil sentences. */
const leastLength = 12;

/** A text of an upstream without the key that it was asked with, whatever the key looks like; nor a part of it, where it has several. */
export function withoutKey(text: string, key: string): string {
  let hidden = text;
  for (const part of [key, ...key.split('|')]) {
    if (part.length >= leastLength) hidden = hidden.replaceAll(part, '***');
  }
  return hidden;
}
