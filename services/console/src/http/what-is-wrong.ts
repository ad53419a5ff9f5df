import type { TLocalizedValidationError } from 'typebox/error';

/** What is wrong with a field, as a sentence that names it. */
export function whatIsWrong(field: string, problem: TLocalizedValidationError): string {
  switch (problem.keyword) {
    case 'type':
      return notOfType(field, problem.params.type);
    case 'anyOf':
    case 'const':
    case 'enum':
      return `${field} is not one of the allowed values.`;
    case 'minLength':
      if (problem.params.limit === 1) return `${field} must not be empty.`;
      return `${field} must have at least ${problem.params.limit} characters.`;
    case 'maxLength':
      return `${field} must have at most ${problem.params.limit} characters.`;
    case 'minimum':
      return `${field} must be at least ${problem.params.limit}.`;
    case 'maximum':
      return `${field} must be at most ${problem.params.limit}.`;
    case 'exclusiveMinimum':
      return `${field} must be more than ${problem.params.limit}.`;
    case 'exclusiveMaximum':
      return `${field} must be less than ${problem.params.limit}.`;
    case 'minItems':
      return `${field} must have at least ${problem.params.limit} entries.`;
    case 'maxItems':
      return `${field} must have at most ${problem.params.limit} entries.`;
    default:
      return `${field} does not have the expected form.`;
  }
}

function notOfType(field: string, type: string | string[]): string {
  switch (type) {
    case 'string':
      return `${field} must be a text.`;
    case 'integer':
      return `${field} must be a whole number.`;
    case 'number':
      return `${field} must be a number.`;
    case 'boolean':
      return `${field} must be true or false.`;
    case 'array':
      return `${field} must be a list.`;
    default:
      return `${field} does not have the expected form.`;
  }
}
