import { badRequest } from '../../errors.ts';
import type { FilePart, Json, TextPart } from '../canonical.ts';
import { fileAt } from '../file-at.ts';
import { isObject } from '../json.ts';
import { member, textMember } from './members.ts';

/** Addresses that are no address of a file to anybody but Google: its store, and films that it looks at itself. */
const googleOnly = /^https:\/\/generativelanguage\.googleapis\.com\/|^https:\/\/(www\.|m\.)?(youtube\.com|youtu\.be)\//;

/** The bytes in a part; undefined when it holds none of a kind that is told. */
export function readInline(part: Json): { mediaType: string; base64: string } | undefined {
  const inline = member(part, 'inlineData');
  if (!isObject(inline)) return undefined;
  const mediaType = textMember(inline, 'mimeType');
  return mediaType === '' || typeof inline.data !== 'string' ? undefined : { mediaType, base64: inline.data };
}

/** The file in a part of a request; undefined when it holds none. Throws a GatewayError (400) for one that says too little. */
export function readFile(part: Json, field: string): FilePart | undefined {
  if (member(part, 'inlineData') !== undefined) {
    const inline = readInline(part);
    if (!inline) throw badRequest(`${field} has inlineData without mimeType or data.`, field);
    return { type: 'file', mediaType: inline.mediaType, source: { kind: 'data', base64: inline.base64 } };
  }
  const stored = member(part, 'fileData');
  if (!isObject(stored)) return undefined;
  const uri = textMember(stored, 'fileUri');
  if (uri === '') throw badRequest(`${field} has fileData without fileUri.`, field);
  const mediaType = textMember(stored, 'mimeType') || 'image/*';
  return googleOnly.test(uri)
    ? { type: 'file', mediaType, source: { kind: 'id', id: uri } }
    : fileAt(uri, mediaType, `${field}.fileData.fileUri`);
}

/** Code that Google ran for the model, and what came of it, as text. */
export function readCode(part: Json): TextPart[] {
  const code = member(part, 'executableCode');
  if (isObject(code)) return [fenced(textMember(code, 'language').toLowerCase(), textMember(code, 'code'))];
  const result = member(part, 'codeExecutionResult');
  return isObject(result) ? [fenced('', textMember(result, 'output'))] : [];
}

function fenced(language: string, text: string): TextPart {
  return { type: 'text', text: `\n\`\`\`${language}\n${text.replace(/\n$/, '')}\n\`\`\`\n` };
}
