import { isObject } from '../shape.ts';

const unsupported = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'maxItems',
  'uniqueItems',
  'oneOf',
  'not',
];
/** Members whose values are schemas by name. */
const named = ['properties', '$defs', 'definitions'];

/** Why Anthropic refuses a schema that answers must fit. */
export function closedSchemaFault(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  if (schema.type === 'object' && schema.additionalProperties !== false)
    return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  const keyword = unsupported.find((name) => name in schema);
  if (keyword) return `property '${keyword}' is not supported`;
  if (Number(schema.minItems ?? 0) > 1) return "property 'minItems' supports 0 and 1 only";
  const inner = Object.entries(schema).flatMap(([name, value]) =>
    named.includes(name) && isObject(value) ? Object.values(value) : [value].flat(),
  );
  return inner.map(closedSchemaFault).find(Boolean);
}
