import { badRequest } from '../errors.ts';
import type { FilePart } from './canonical.ts';

const dataUrl = /^data:([^;,]+)?(?:;[^,]*)?;base64,(.*)$/s;

/** The file in a data URL; undefined when it is none in base64. `mediaType` is that of one that tells none. */
export function fileWithin(url: string, mediaType: string): FilePart | undefined {
  const found = dataUrl.exec(url);
  return found?.[2] !== undefined
    ? { type: 'file', mediaType: found[1] ?? mediaType, source: { kind: 'data', base64: found[2] } }
    : undefined;
}

/**
 * A file of a request by its address or in a data URL. Throws a GatewayError (400) that names `field` for what is neither: no host can
 * read it.
 */
export function fileAt(url: string, mediaType: string, field: string): FilePart {
  const within = fileWithin(url, mediaType);
  if (within) return within;
  if (/^https?:\/\//i.test(url)) return { type: 'file', mediaType, source: { kind: 'url', url } };
  // A store of Google's, which its own hosts alone can read.
  if (url.startsWith('gs://')) return { type: 'file', mediaType, source: { kind: 'id', id: url } };
  throw badRequest(`${field} must be an http or https address, or a data URL in base64.`, field);
}
