import { isObject } from '../dialects/json.ts';
import { parseJson } from '../dialects/parse-json.ts';

const statuses = new Set([404, 405, 501]);

/** All that routers say of an address without its name. Texts that only begin so may be about a file of the client's. */
const routerTexts = [
  /^(?:404:? )?(?:(?:page|resource|path|route|url|endpoint) )?not found[.!]?$/i,
  // Written so for addresses; an API tells of its files in small letters.
  /^File Not Found$/,
  /^the requested (?:resource|url) (?:was not|could not be) found\b/i,
  /^(?:method not allowed|not implemented|invalid url|unexpected endpoint or method)[.!]?$/i,
  /^no route\b/i,
];

/** The call, named by routers alone, such as in "Invalid URL (POST /v1/responses)" or "Route POST:/v1/responses not found". */
const namedCall =
  /^(?:cannot|not found|(?:path|route|url|endpoint|the requested (?:resource|url))(?: not found)?|invalid url|un(?:known|recognized) request url|unexpected endpoint or method)[:.]? ?\(?(?:POST[: ] ?)?(\/[^\s()?"']*)/i;

/**
 * The host has no such address, as opposed to no such model or file. What it tells as an error is about this request, and must not close
 * the address for others, unless it is what a router says. Texts quote what clients write: a call counts only behind a router's own
 * first words, and as it was made. `path`: of the call, with or without its query.
 */
export function isUnknownPath(status: number, body: string, path: string): boolean {
  if (!statuses.has(status)) return false;
  const told = textsOf(parseJson(body));
  if (told.length > 0) return told.every((text) => isRouters(text, path));
  return !/model|deployment/i.test(body);
}

function isRouters(text: string, path: string): boolean {
  if (routerTexts.some((known) => known.test(text))) return true;
  const named = namedCall.exec(text)?.[1]?.replace(/[.,:;!]+$/, '') ?? '';
  // A proxy before the host may have taken the beginning of the path away.
  return named.length > 1 && path.replace(/\?.*/, '').endsWith(named);
}

/** What a payload tells as an error, wherever it does; empty when it tells none as such. */
function textsOf(payload: unknown): string[] {
  if (!isObject(payload)) return [];
  const { error, detail, message } = payload;
  const texts = [isObject(error) ? error.message : error, detail, message];
  return texts.filter((text) => typeof text === 'string' && text !== '') as string[];
}
