import type { Citation, Json } from '../canonical.ts';
import { isObject } from '../json.ts';
import { objectMember, objectsMember, textMember } from './members.ts';

/** Pages that an answer rests on (`groundingMetadata` of a candidate). */
export function readCitations(candidate: Json): Citation[] {
  return objectsMember(objectMember(candidate, 'groundingMetadata'), 'groundingChunks').flatMap((chunk) => {
    const web = isObject(chunk.web) ? chunk.web : chunk.retrievedContext;
    if (!isObject(web)) return [];
    const url = textMember(web, 'uri');
    const title = textMember(web, 'title');
    return url === '' && title === '' ? [] : [{ ...(url && { url }), ...(title && { title }) }];
  });
}

/** `groundingMetadata` for a client of this dialect; nothing without pages to name. */
export function writeCitations(citations: readonly Citation[]): Json {
  const groundingChunks = citations.flatMap(({ url, title }) =>
    url === undefined ? [] : [{ web: { uri: url, ...(title !== undefined && { title }) } }],
  );
  return groundingChunks.length > 0 ? { groundingMetadata: { groundingChunks } } : {};
}
