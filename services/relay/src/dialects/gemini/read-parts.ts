import { badRequest } from '../../errors.ts';
import type { FilePart, Json, TextPart } from '../canonical.ts';
import { isObject } from '../json.ts';
import { member, textMember } from './members.ts';

/** Addresses that are no address of a file to anybody but Google: its stores, and films that it looks at itself. */
const googleOnly =
  /^gs:|^https:\/\/generativelanguage\.googleapis\.com\/|^https:\/\/(www\.|m\.)?(youtube\.com|youtu\.be)\//;

/** The file in a part; undefined when it holds none. Throws a GatewayError (400) for one that says too little. */
export function readFile(part: Json, field: string): FilePart | undefined {
  const inline = member(part, 'inlineData');
  if (isObject(inline)) {
    const mediaType = textMember(inline, 'mimeType');
    if (mediaType === '' || typeof inline.data !== 'string')
      throw badRequest(`${field} has inlineData without mimeType or data.`, field);
    return { type: 'file', mediaType, source: { kind: 'data', base64: inline.data } };
  }
  const stored = member(part, 'fileData');
  if (!isObject(stored)) return undefined;
  const uri = textMember(stored, 'fileUri');
  if (uri === '') throw badRequest(`${field} has fileData without fileUri.`, field);
  return {
    type: 'file',
    mediaType: textMember(stored, 'mimeType') || 'image/*',
    source: googleOnly.test(uri) ? { kind: 'id', id: uri } : { kind: 'url', url: uri },
  };
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
