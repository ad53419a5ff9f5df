/** A JSON value as Postgres can store it: NUL and halves of surrogate pairs become U+FFFD. */
export function storable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return text !== undefined && mayHoldUnstorable(text) ? JSON.parse(text, replaceUnstorable) : value;
}

/** Whether JSON text holds what `replaceUnstorable` replaces; may also be true when it does not. */
export function mayHoldUnstorable(json: string): boolean {
  return json.includes('\\u0000') || json.includes('\\ud') || json.includes('\\uD');
}

/** Reviver for JSON.parse. */
export function replaceUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return replaceIn(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [replaceIn(key), member]));
}

function replaceIn(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
