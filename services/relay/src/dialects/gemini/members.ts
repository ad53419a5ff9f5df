import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';

const spellings = new Map<string, string>();

/** A member under its camelCase name or its snake_case one: clients write both (proto3 JSON). */
export function member(holder: Json, name: string): unknown {
  return holder[name] ?? holder[snakeCase(name)];
}

/** The same where an object must stand; {} for anything else. */
export function objectMember(holder: Json, name: string): Json {
  const value = member(holder, name);
  return isObject(value) ? value : {};
}

/** The same where objects must stand in a list; one alone counts as a list. Whatever is no object is left out. */
export function objectsMember(holder: Json, name: string): Json[] {
  const value = member(holder, name);
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

/** '' for anything but a text. */
export function textMember(holder: Json, name: string): string {
  const value = member(holder, name);
  return typeof value === 'string' ? value : '';
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  let spelling = spellings.get(name);
  if (spelling === undefined) {
    spelling = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    spellings.set(name, spelling);
  }
  return spelling;
}
