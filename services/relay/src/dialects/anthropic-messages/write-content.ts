import { badRequest } from '../../errors.ts';
import type { FilePart, Json, TextPart } from '../canonical.ts';
import { writeCacheControl } from './cache-control.ts';

const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
/** First characters of pictures in base64: what a file is matters more than what it is called. */
const pictureStarts: Readonly<Record<string, string>> = {
  '/9j/': 'image/jpeg',
  iVBO: 'image/png',
  R0lG: 'image/gif',
  UklG: 'image/webp',
};
const textTypes = /^text\/|^application\/(json|xml|yaml|x-yaml)$/;

/** Blocks for texts and files. Texts of nothing but white space, which are refused, are left out. */
export function writeContent(parts: readonly (TextPart | FilePart)[]): Json[] {
  return parts.flatMap((part) => (part.type === 'text' ? writeText(part) : [writeFile(part)]));
}

export function writeText({ text, cacheControl }: Pick<TextPart, 'text' | 'cacheControl'>): Json[] {
  return text.trim() === '' ? [] : [{ type: 'text', text, ...writeCacheControl(cacheControl) }];
}

/** Throws a GatewayError (400) for what Claude cannot read. */
function writeFile(part: FilePart): Json {
  const { source, mediaType, filename } = part;
  const marks = writeCacheControl(part.cacheControl);
  const title = filename === undefined ? {} : { title: filename };
  switch (source.kind) {
    case 'id':
      throw badRequest(`The file ${source.id} is stored elsewhere. Send its content instead.`, 'messages');
    case 'url':
      if (mediaType.startsWith('image/')) return { type: 'image', source: { type: 'url', url: source.url }, ...marks };
      if (mediaType === 'application/pdf')
        return { type: 'document', source: { type: 'url', url: source.url }, ...title, ...marks };
      throw unreadable(mediaType);
    case 'data': {
      const data = source.base64;
      if (mediaType.startsWith('image/')) {
        const media_type = pictureStarts[data.slice(0, 4)] ?? mediaType;
        if (!pictureTypes.has(media_type)) throw unreadable(mediaType);
        return { type: 'image', source: { type: 'base64', media_type, data }, ...marks };
      }
      if (mediaType === 'application/pdf')
        return { type: 'document', source: { type: 'base64', media_type: mediaType, data }, ...title, ...marks };
      if (!textTypes.test(mediaType)) throw unreadable(mediaType);
      const text = Buffer.from(data, 'base64').toString('utf8');
      return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...title, ...marks };
    }
  }
}

function unreadable(mediaType: string) {
  return badRequest(`This model reads jpeg, png, gif and webp pictures, PDF and text, not ${mediaType}.`, 'messages');
}
