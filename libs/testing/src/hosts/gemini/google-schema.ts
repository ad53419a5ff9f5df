import { elements, isObject } from '../shape.ts';

const members = [
  'anyOf',
  'default',
  'description',
  'enum',
  'example',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'nullable',
  'pattern',
  'properties',
  'propertyOrdering',
  'required',
  'title',
  'type',
];
const types = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'];

/** Why Google refuses a schema in its own language, which knows a part of JSON Schema only. */
export function googleSchemaFault(schema: unknown, at: string): string | undefined {
  if (!isObject(schema)) return `Invalid value at '${at}'`;
  const unknown = Object.keys(schema).find((name) => !members.includes(name));
  if (unknown) return `Invalid JSON payload received. Unknown name "${unknown}" at '${at}': Cannot find field.`;
  const { type, properties, items, anyOf, enum: values } = schema;
  const kind = String(type).toUpperCase();
  if (type !== undefined && !types.includes(kind)) return `Invalid value at '${at}.type': ${JSON.stringify(type)}`;
  if (Array.isArray(values) && values.some((value) => typeof value !== 'string'))
    return `Invalid value at '${at}.enum' (TYPE_STRING)`;
  if (kind === 'OBJECT' && isObject(properties) && Object.keys(properties).length === 0)
    return `${at}.properties: should be non-empty for OBJECT type`;
  if (kind === 'ARRAY' && items === undefined) return `${at}.items: missing field.`;
  const inner: [string, unknown][] = Object.entries((properties ?? {}) as Record<string, unknown>).map(
    ([name, value]) => [`properties.${name}`, value],
  );
  if (items !== undefined) inner.push(['items', items]);
  for (const [n, value] of elements(anyOf).entries()) inner.push([`any_of[${n}]`, value]);
  return inner.map(([name, value]) => googleSchemaFault(value, `${at}.${name}`)).find(Boolean);
}
