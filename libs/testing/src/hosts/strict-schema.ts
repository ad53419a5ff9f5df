import { isObject } from './shape.ts';

/** Why OpenAI refuses a schema in strict mode: every object is closed and requires all its members. */
export function strictSchemaFault(schema: unknown, at = '()'): string | undefined {
  if (!isObject(schema)) return undefined;
  if (schema.type === 'object' || schema.properties !== undefined) {
    const names = Object.keys(isObject(schema.properties) ? schema.properties : {});
    const required = Array.isArray(schema.required) ? schema.required : [];
    const missing = names.find((name) => !required.includes(name));
    if (schema.additionalProperties !== false)
      return `In context=${at}, 'additionalProperties' is required to be supplied and to be false.`;
    if (missing) return `In context=${at}, 'required' must include every key in properties. Missing '${missing}'.`;
  }
  for (const [name, inner] of Object.entries(schema)) {
    const children = isObject(inner) && ['properties', '$defs'].includes(name) ? Object.values(inner) : [inner].flat();
    const fault = children.map((child) => strictSchemaFault(child, `${at}.${name}`)).find(Boolean);
    if (fault) return fault;
  }
  return undefined;
}
