import { isObject } from '../shape.ts';

/** Members whose value is the caller's own and is kept as it is. */
const opaque = [
  'args',
  'response',
  'parameters',
  'parametersJsonSchema',
  'responseSchema',
  'responseJsonSchema',
  'labels',
];

/** A body whose members may be in snake_case, as Google reads either, in camelCase. */
export function toCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamelCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([given, inner]) => {
      const name = given.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [name, opaque.includes(name) ? inner : toCamelCase(inner)];
    }),
  );
}
