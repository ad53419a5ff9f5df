import { badRequest } from '../../errors.ts';
import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';
import { camelCase, member } from './members.ts';

const kept = [
  'description',
  'required',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'pattern',
];
const formats = new Set(['enum', 'date-time', 'float', 'double', 'int32', 'int64']);
/** What is nested deeper is not written out: a chain of references could be longer than there is stack. */
const deepest = 16;
const mostReferredLength = 262_144;

/** How much the references of a request may add to it, as JSON. Schemas that name others twice grow like powers of two. */
export class ReferenceRoom {
  #left = mostReferredLength;

  /** Throws a GatewayError (400) when there is no room for one more. */
  take(named: Json): void {
    this.#left -= JSON.stringify(named).length;
    if (this.#left < 0)
      throw badRequest('The JSON schemas are too large when their references ($ref) are written out.');
  }
}

interface Place {
  readonly root: Json;
  readonly room: ReferenceRoom;
  /** Schemas that are being written out here because they were named. */
  readonly open: readonly Json[];
  readonly depth: number;
}

/**
 * A JSON schema in the words of Google's own schemas, for models that know no others. References are replaced by what they
 * name; what has no word there is left out. `room`: of the request that the schema is a part of.
 */
export function toGoogleSchema(root: Json, room = new ReferenceRoom()): Json {
  return write(root, { root, room, open: [root], depth: 0 });
}

function write(schema: Json, place: Place): Json {
  if (place.depth > deepest) return { type: 'OBJECT' };
  const inner = { ...place, depth: place.depth + 1 };
  if (typeof schema.$ref === 'string') {
    const named = find(schema.$ref, place.root);
    // It holds itself: it has no form without references.
    if (place.open.includes(named)) return { type: 'OBJECT' };
    place.room.take(named);
    return write({ ...without$ref(schema), ...named }, { ...inner, open: [...place.open, named] });
  }
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...rest } = schema;
    for (const part of allOf.filter(isObject)) Object.assign(rest, part);
    return write(rest, inner);
  }
  const into = (value: unknown) => (isObject(value) ? write(value, inner) : {});
  const types = [schema.type].flat().filter((type): type is string => typeof type === 'string');
  const named = types.filter((type) => type !== 'null').map((type) => type.toUpperCase());
  const choices = choicesOf(schema).map(into);
  const nullable = types.includes('null') || choices.some(({ type }) => type === 'NULL');
  const anyOf = named.length > 1 ? named.map((type) => ({ type })) : choices.filter(({ type }) => type !== 'NULL');
  const values = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? undefined : [schema.const];
  const google: Json = {};
  if (values) google.type = 'STRING';
  else if (named.length === 1) google.type = named[0];
  else if (types.length > 0 && named.length === 0) google.type = 'NULL';
  for (const key of kept) if (schema[key] !== undefined) google[key] = schema[key];
  if (typeof schema.format === 'string' && formats.has(schema.format)) google.format = schema.format;
  if (nullable && google.type !== 'NULL') google.nullable = true;
  if (values) google.enum = values.filter((value) => value !== null).map(String);
  if (anyOf.length === 1 && google.type === undefined) Object.assign(google, anyOf[0]);
  else if (anyOf.length > 0) google.anyOf = anyOf;
  if (isObject(schema.items)) google.items = into(schema.items);
  // A list must say of what, and an object may not say that it has no members.
  else if (google.type === 'ARRAY') google.items = { type: 'STRING' };
  if (isObject(schema.properties) && Object.keys(schema.properties).length > 0) {
    google.type ??= 'OBJECT';
    google.properties = mapValues(schema.properties, into);
  }
  return google;
}

/** One of Google's schemas as a JSON schema: types in lower case, `nullable` as a type of its own. */
export function fromGoogleSchema(schema: Json): Json {
  const json: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'nullable' || key === 'propertyOrdering' || key === 'property_ordering' || key === 'type') continue;
    if (key === 'format' && value === 'enum') continue;
    json[camelCase(key)] = fromMember(key, value);
  }
  const type = typeof schema.type === 'string' ? schema.type.toLowerCase() : undefined;
  if (type !== undefined && type !== 'type_unspecified')
    json.type = member(schema, 'nullable') === true ? [type, 'null'] : type;
  if (Array.isArray(json.enum) && Array.isArray(json.type)) json.enum = [...json.enum, null];
  return json;
}

function fromMember(key: string, value: unknown): unknown {
  const into = (inner: unknown) => (isObject(inner) ? fromGoogleSchema(inner) : inner);
  if (key === 'properties' && isObject(value)) return mapValues(value, into);
  if (Array.isArray(value) && camelCase(key) === 'anyOf') return value.map(into);
  if (key === 'items') return into(value);
  // Whole numbers of 64 bits are texts in Google's JSON.
  return /^(min|max)[_A-Z]/.test(key) && typeof value === 'string' ? Number(value) : value;
}

function choicesOf({ anyOf, oneOf }: Json): Json[] {
  return [anyOf, oneOf].flatMap((choices) => (Array.isArray(choices) ? choices.filter(isObject) : []));
}

function without$ref({ $ref: _, ...rest }: Json): Json {
  return rest;
}

/** What a local JSON pointer (RFC 6901) names; any schema when it names nothing. */
function find(reference: string, root: Json): Json {
  if (!reference.startsWith('#')) return {};
  const steps = reference.slice(1).split('/').slice(1);
  const found = steps.reduce<unknown>((at, step) => {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(at) ? at[key] : undefined;
  }, root);
  return isObject(found) ? found : {};
}

/** As it is where its escapes are broken. */
function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function mapValues(values: Json, into: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, into(value)]));
}
