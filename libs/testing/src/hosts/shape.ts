import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { Refusal } from './refusal.ts';

/** The value as the schema types it; else refuses and names the member by its path below `at`. */
export function expectShape<T extends TSchema>(schema: T, value: unknown, at = ''): Static<T> {
  if (Value.Check(schema, value)) return value as Static<T>;
  const [first] = Value.Errors(schema, value);
  const path = [at, ...(first?.instancePath.split('/').slice(1) ?? [])].filter(Boolean).join('.');
  const reason = first?.keyword === 'boolean' ? 'this member is not known here' : first?.message;
  throw new Refusal(`${path || 'body'}: ${reason}`, { param: path });
}

/** The first member that is none of the known ones. */
export function unknownMember(value: object, known: readonly string[]): string | undefined {
  return Object.keys(value).find((name) => !known.includes(name));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The elements of an array; none of anything else. */
export function elements(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
