import { badRequest } from '../../errors.ts';
import { MultipartBody } from '../multipart-body.ts';
import { type Asked, readChoices } from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';

const longestWord = 40;

/** How many pictures are asked for, and of which kind. Throws a GatewayError (400) that names the field. */
export function readPictures(body: RequestBody): Asked {
  const size = readWord(body, 'size');
  // No model draws ten thousand points a side.
  if (size !== undefined && /\d{5}/.test(size)) throw badRequest('size is too large.', 'size');
  const quality = readWord(body, 'quality');
  return {
    calls: readChoices(body, 'n'),
    ...(size !== undefined && { size }),
    ...(quality !== undefined && { quality }),
  };
}

/** The same for pictures made of others: files of a form, or addresses in `images` (OpenAI) or `image` (xAI) of JSON. */
export function readEdit(body: RequestBody): Asked {
  const given = body instanceof MultipartBody ? hasPicture(body) : body.lengthOf('images') + body.lengthOf('image') > 2;
  if (!given) throw badRequest('Send the picture as the field image of a multipart/form-data body.', 'image');
  return readPictures(body);
}

/** The same for variations, which know forms alone. */
export function readVariation(body: RequestBody): Asked {
  if (body instanceof MultipartBody) return readEdit(body);
  throw badRequest('Send the picture as the field image of a multipart/form-data body.', 'image');
}

function hasPicture({ files }: MultipartBody): boolean {
  return files.some(({ field, bytes }) => (field === 'image' || field === 'image[]') && bytes.length > 0);
}

function readWord(body: RequestBody, key: string): string | undefined {
  const value = body.read(key);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > longestWord)
    throw badRequest(`${key} must be a string of at most ${longestWord} characters.`, key);
  return value;
}
