import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';

/** Limits that Anthropic refuses in schemas it is to keep; the model is told them in the description instead. */
const told = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
];
const schemaMaps = ['properties', '$defs', 'definitions'];

/** A schema as `output_config.format` and strict tools take it. */
export function cleanSchema(schema: Json): Json {
  const clean: Json = {};
  const limits: string[] = [];
  for (const [key, value] of Object.entries(schema)) {
    const kept = key === 'minItems' && (value === 0 || value === 1);
    if (told.includes(key) && !kept) limits.push(`${key}: ${JSON.stringify(value)}`);
    else clean[key === 'oneOf' ? 'anyOf' : key] = cleanMember(key, value);
  }
  if (isObjectSchema(schema)) clean.additionalProperties = false;
  if (limits.length > 0) {
    const description = typeof schema.description === 'string' ? `${schema.description} ` : '';
    clean.description = `${description}(${limits.join(', ')})`;
  }
  return clean;
}

function cleanMember(key: string, value: unknown): unknown {
  if (Array.isArray(value) && (key === 'anyOf' || key === 'oneOf' || key === 'allOf'))
    return value.map((item) => (isObject(item) ? cleanSchema(item) : item));
  if (!isObject(value)) return value;
  if (key === 'items') return cleanSchema(value);
  if (!schemaMaps.includes(key)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isObject(item) ? cleanSchema(item) : item]),
  );
}

function isObjectSchema({ type, properties }: Json): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object')) || isObject(properties);
}
