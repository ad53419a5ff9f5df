import type { TLocalizedValidationError } from 'typebox/error';

/** What is wrong with the shape of a card's field, in words for who wrote it. */
export function misshape(field: string, problem: TLocalizedValidationError): string {
  if (/peakHoursUtc\.\d+$/.test(field)) return `${field} must be hours of a day such as 08:00-20:00`;
  if (/offPeak\.peakDays$/.test(field)) return `${field} must be days such as Mon-Fri`;
  if (field === 'next.from') return `${field} must be a day such as 2026-12-01`;
  switch (problem.keyword) {
    case 'additionalProperties':
      return `${field} has fields that are no prices`;
    case 'required':
      return `${field} lacks ${problem.params.requiredProperties.join(', ')}`;
    case 'minItems':
    case 'minProperties':
      return `${field} must not be empty`;
    case 'maxItems':
    case 'maxProperties':
      return `${field} must have at most ${problem.params.limit} entries`;
    case 'minimum':
      return `${field} must be at least ${problem.params.limit}`;
    case 'maximum':
      return `${field} must be at most ${problem.params.limit}`;
    case 'type':
      return notOfType(field, problem.params.type);
    default:
      return noDecimal(field);
  }
}

/** All texts of a card are decimals but those above. */
function notOfType(field: string, type: string | string[]): string {
  if (type === 'string') return noDecimal(field);
  if (type === 'integer') return `${field} must be a whole number`;
  return type === 'array' ? `${field} must be a list` : `${field} must be a JSON object`;
}

function noDecimal(field: string): string {
  return `${field} must be a decimal text from 0 to 1000000 with at most 12 decimals, such as "2.5"`;
}
