/** A JSON value without the one character that Postgres does not store. */
export function withoutNul<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return text?.includes(nulEscape) ? JSON.parse(text, replaceNul) : value;
}

const nulEscape = '\\u0000';

/** Reviver for JSON.parse. */
export function replaceNul(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.replaceAll('\0', '\ufffd'), member]));
}
