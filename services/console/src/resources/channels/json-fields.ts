import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Refusal, refuse } from '../../http/answer.ts';
import { jsonProblem } from '../../http/storable.ts';
import { whatIsWrong } from '../../http/what-is-wrong.ts';

const statusCode = /^[1-5]\d\d$/;

const ModelMapping = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 256 }));
type ModelMapping = Static<typeof ModelMapping>;
const StatusCodeMapping = Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()]));
const ParamOverride = Type.Record(Type.String(), Type.Unknown());

/** Requested model → model asked of the provider. Chains are allowed, circles are not. */
export function readModelMapping(text: string | null): ModelMapping | Refusal {
  const mapping = readJson('model_mapping', text, ModelMapping, '{"gpt-4o": "gpt-4o-2024-08-06"}');
  if (mapping instanceof Refusal) return mapping;
  const circle = Object.keys(mapping).find((start) => runsInCircle(mapping, start));
  return circle === undefined ? mapping : refuse(`model_mapping leads from ${circle} back to itself.`);
}

/** Status of the provider → status to treat it as. */
export function readStatusCodeMapping(text: string | null): Static<typeof StatusCodeMapping> | Refusal {
  const mapping = readJson('status_code_mapping', text, StatusCodeMapping, '{"400": "500"}');
  if (mapping instanceof Refusal) return mapping;
  const codes = [...Object.keys(mapping), ...Object.values(mapping).map(String)];
  if (codes.every((code) => statusCode.test(code))) return mapping;
  return refuse('status_code_mapping must map status codes between 100 and 599.');
}

/** Fields set in the body of every request. Newer gateways know a list of operations as well: it would reach the provider as a field. */
export function readParamOverride(text: string | null): Static<typeof ParamOverride> | Refusal {
  const override = readJson('param_override', text, ParamOverride, '{"temperature": 0}');
  if (override instanceof Refusal || !Array.isArray(override.operations)) return override;
  return refuse(
    'param_override is a list of operations, which are not carried out here. Name the fields to set, such as {"temperature": 0}.',
  );
}

/** Parses the JSON text of a field against a schema; blank is an empty object. `example` shows the person the form. */
export function readJson<Schema extends TSchema>(
  field: string,
  text: string | null,
  schema: Schema,
  example: string,
): Static<Schema> | Refusal {
  const parsed = parse(text?.trim() || '{}');
  if (parsed === undefined || typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return refuse(`${field} is not a JSON object such as ${example}.`);
  }
  const problem = jsonProblem(parsed, field);
  if (problem) return refuse(problem);
  if (Value.Check(schema, parsed)) return parsed;
  const [error] = Value.Errors(schema, parsed);
  const path = error?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  // What `additionalProperties: false` reports for the entry itself.
  if (!error || error.keyword === 'boolean') return refuse(`${field} has an unknown entry: ${path}.`);
  return refuse(`${field}: ${whatIsWrong(path, error)} It looks like ${example}.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function runsInCircle(mapping: ModelMapping, start: string): boolean {
  const seen = new Set<string>();
  for (let model: string | undefined = start; model !== undefined; model = mapping[model]) {
    if (seen.has(model)) return true;
    seen.add(model);
  }
  return false;
}
