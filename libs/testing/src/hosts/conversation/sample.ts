import type { JsonSchema } from './conversation.ts';

/** Of a schema that refers to itself no more is written. */
const deepest = 16;

/** A small value that fits a schema of the usual kind: JSON Schema, or Google's with its types in capitals. */
export function sampleOf(schema: JsonSchema, root: JsonSchema = schema, depth = 0): unknown {
  if (depth > deepest) return null;
  const { $ref, anyOf, oneOf, allOf, const: only, enum: values, type } = schema;
  if (typeof $ref === 'string') return sampleOf(pointed(root, $ref), root, depth + 1);
  const [choice] = [anyOf, oneOf, allOf].find(Array.isArray) ?? [];
  if (choice) return sampleOf(choice as JsonSchema, root, depth + 1);
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  const types = (Array.isArray(type) ? type : [type ?? 'object']).map((name) => String(name).toLowerCase());
  switch (types.find((name) => name !== 'null')) {
    case 'string':
      return 'Zürich';
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 7;
    case 'boolean':
      return true;
    case 'array':
      return [sampleOf((schema.items ?? { type: 'string' }) as JsonSchema, root, depth + 1)];
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, inner]) => [
          name,
          sampleOf(inner, root, depth + 1),
        ]),
      );
    default:
      return null;
  }
}

/**
 * The sample as a model writes it: with a blank here and none there, so that whoever parses and prints it again is
 * found out.
 */
export function sampleText(schema: JsonSchema): string {
  const sample = sampleOf(schema);
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return JSON.stringify(sample);
  const members = Object.entries(sample).map(
    ([name, value], at) => `${JSON.stringify(name)}:${at % 2 === 0 ? ' ' : ''}${JSON.stringify(value)}`,
  );
  return `{${members.join(', ')}}`;
}

/** What a reference inside the document points at (`#/$defs/name`, RFC 6901). */
function pointed(root: JsonSchema, reference: string): JsonSchema {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return steps.reduce<unknown>((value, step) => (value as JsonSchema)[step], root) as JsonSchema;
}
