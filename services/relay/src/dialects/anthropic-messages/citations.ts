import type { Citation } from '../canonical.ts';
import { isObject } from '../json.ts';

/** A citation of a web page, a document or a search result; undefined when it names none of them. */
export function readCitation(value: unknown): Citation | undefined {
  if (!isObject(value)) return undefined;
  const url = text(value.url) ?? text(value.source);
  const title = text(value.title) ?? text(value.document_title);
  const cited = text(value.cited_text);
  if (url === undefined && title === undefined && cited === undefined) return undefined;
  return {
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
    ...(cited === undefined ? {} : { text: cited }),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
