export type JsonObject = Record<string, unknown>;

/** Reads the text of a JSON editor: an object, or empty for none. Undefined when it is not one. */
export function parseJsonObject(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

export function isNumberMap(value: JsonObject): boolean {
  return Object.values(value).every((entry) => typeof entry === 'number' && Number.isFinite(entry) && entry >= 0);
}

export function isTextMap(value: JsonObject): boolean {
  return Object.values(value).every((entry) => typeof entry === 'string');
}

/** Two-space layout when the text is valid, else the text as it is. */
export function prettyJson(text: string): string {
  const value = parseJsonObject(text);
  return value === undefined || text.trim() === '' ? text : JSON.stringify(value, null, 2);
}
