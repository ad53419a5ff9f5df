export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member when it is an object, else an empty one. */
export function objectAt(value: unknown, name: string): Json {
  const member = isJson(value) ? value[name] : undefined;
  return isJson(member) ? member : {};
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const member = isJson(value) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
}

export function textAt(value: unknown, name: string): string {
  const member = isJson(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : '';
}

export function numberAt(value: unknown, name: string): number | undefined {
  const member = isJson(value) ? value[name] : undefined;
  return typeof member === 'number' && Number.isFinite(member) ? member : undefined;
}

/** Undefined when the text is no JSON object. */
export function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The object without the members that are undefined. */
export function present<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
