import { isObject } from '../dialects/json.ts';
import { parseJson } from '../dialects/parse-json.ts';

const statuses = new Set([404, 405, 501]);

/** What routers say of an address. Some hosts tell it in the shape of all their errors. */
const routerTexts = [
  /^(?:404:? )?(?:(?:file|page|resource) )?not found[.!]?$/i,
  /^(?:path|route|url|endpoint) not found\b/i,
  /^the requested (?:resource|url)\b.*\bnot found\b/i,
  /^(?:method not allowed|not implemented)[.!]?$/i,
  // The call itself, such as "Not found: POST /v1/responses" or "Route POST:/v1/responses not found".
  /\bPOST[: ] ?\/\w/,
  /^(?:invalid url|unknown request url|unrecognized request url|unexpected endpoint|cannot post|no route)\b/i,
];

/**
 * The host has no such address, as opposed to no such model or file. What it tells as an error is about this request, and must not close
 * the address for others, unless it is what a router says.
 */
export function isUnknownPath(status: number, body: string): boolean {
  if (!statuses.has(status)) return false;
  const told = errorOf(parseJson(body));
  if (told !== undefined) return routerTexts.some((text) => text.test(told));
  return !/model|deployment/i.test(body);
}

/** The text of an error; undefined when the payload tells none as such. */
function errorOf(payload: unknown): string | undefined {
  const error = isObject(payload) ? payload.error : undefined;
  const text = isObject(error) ? error.message : error;
  return typeof text === 'string' ? text : undefined;
}
