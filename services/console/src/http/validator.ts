import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Value } from 'typebox/value';
import { nestsTooDeep, storageProblem } from './storable.ts';
import { whatIsWrong } from './what-is-wrong.ts';

/** Input that does not fit its schema; the message names the field and says what it must be. */
export class InvalidInput extends Error {}

/**
 * Validates with TypeBox. Unknown fields are dropped and defaults filled in. Bodies are taken as they are; query and
 * path values are text, so they are converted, and a blank one counts as absent.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema);
  return (value: unknown) => {
    if (nestsTooDeep(value)) return { error: new InvalidInput('The request is not valid.') };
    const input = httpPart === 'body' ? Value.Clone(value) : Value.Convert(schema, withoutBlanks(value));
    const prepared = Value.Clean(schema, Value.Default(schema, input));
    if (!check.Check(prepared)) return { error: new InvalidInput(explain(check.Errors(prepared))) };
    const problem = storageProblem(prepared);
    return problem === undefined ? { value: prepared } : { error: new InvalidInput(problem) };
  };
};

function withoutBlanks(value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, text]) => text !== ''));
}

function explain(errors: TLocalizedValidationError[]): string {
  const [first] = errors;
  if (!first) return 'The request is not valid.';
  const field = first.instancePath.split('/').filter(Boolean).join('.');
  if (first.keyword === 'required') {
    const missing = first.params.requiredProperties.map((name) => (field ? `${field}.${name}` : name));
    return `Please fill in: ${missing.join(', ')}.`;
  }
  if (!field) return 'Send a JSON object.';
  return whatIsWrong(field, first);
}
