import { badRequest } from '../../errors.ts';
import type { FilePart, Json, TextPart } from '../canonical.ts';
import { fileAt, fileWithin } from '../file-at.ts';
import { asText, isObject } from '../json.ts';
import { readCacheControl } from '../read-cache-control.ts';

const sounds: Readonly<Record<string, string>> = { wav: 'audio/wav', mp3: 'audio/mpeg' };

/** Content of a message: a text, or parts. Throws a GatewayError (400) for a part that is not known. */
export function readContent(content: unknown, field: string): (TextPart | FilePart)[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw badRequest(`${field} must be a string or an array of parts.`, field);
  return content.flatMap((part, at) => readPart(part, `${field}.${at}`));
}

function readPart(part: unknown, field: string): (TextPart | FilePart)[] {
  if (!isObject(part)) throw badRequest(`${field} must be an object.`, field);
  const cacheControl = readCacheControl(part.cache_control);
  const marked = cacheControl && { cacheControl };
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: asText(part.text), ...marked }];
    case 'refusal':
      return [{ type: 'text', text: asText(part.refusal) }];
    case 'image_url':
      return [{ ...readImage(part.image_url, field), ...marked }];
    case 'input_audio':
      return [readSound(part.input_audio, field)];
    case 'file':
      return [{ ...readFile(part.file, field), ...marked }];
    default:
      throw badRequest(`${field}.type ${JSON.stringify(part.type)} is not known here.`, `${field}.type`);
  }
}

/** A picture by its address or in a data URL. Throws a GatewayError (400) that names `field` for an address of another kind. */
export function readPicture(url: string, detail: unknown, field: string): FilePart {
  return { ...fileAt(url, 'image/*', field), ...(typeof detail === 'string' && { detail }) };
}

function readImage(image: unknown, field: string): FilePart {
  const url = isObject(image) ? image.url : image;
  if (typeof url !== 'string' || url === '') throw badRequest(`${field}.image_url needs a url.`, field);
  return readPicture(url, isObject(image) ? image.detail : undefined, `${field}.image_url`);
}

function readSound(sound: unknown, field: string): FilePart {
  if (!isObject(sound) || typeof sound.data !== 'string')
    throw badRequest(`${field}.input_audio needs data and format.`, field);
  const mediaType = sounds[asText(sound.format)] ?? `audio/${asText(sound.format)}`;
  return { type: 'file', mediaType, source: { kind: 'data', base64: sound.data } };
}

function readFile(file: unknown, field: string): FilePart {
  const { file_data: data, file_id: id, filename } = isObject(file) ? file : ({} as Json);
  const named = typeof filename === 'string' ? { filename } : {};
  if (typeof id === 'string')
    return { type: 'file', mediaType: 'application/pdf', source: { kind: 'id', id }, ...named };
  const found = typeof data === 'string' ? fileWithin(data, 'application/pdf') : undefined;
  if (!found) throw badRequest(`${field}.file needs file_data (a data URL in base64) or file_id.`, field);
  return { ...found, ...named };
}
