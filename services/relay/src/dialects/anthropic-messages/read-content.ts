import { badRequest } from '../../errors.ts';
import type { FilePart, Json, TextPart, ToolResultPart } from '../canonical.ts';
import { fileAt } from '../file-at.ts';
import { asText, isObject } from '../json.ts';
import { readCacheControl } from '../read-cache-control.ts';

/** Blocks of a user's turn or of a tool's result. Blocks that are not known are left out. */
export function readContent(block: Json, field: string): (TextPart | FilePart)[] {
  switch (block.type) {
    case 'text':
      return [readText(block)];
    case 'image':
      return [{ ...readFile(block, field, 'image/*'), ...marked(block) }];
    case 'document':
      return readDocument(block, field);
    case 'search_result':
      return [{ type: 'text', text: joined([block.title, block.source, textOf(block.content)]), ...marked(block) }];
    default:
      return [];
  }
}

export function readText(block: Json): TextPart {
  return { type: 'text', text: typeof block.text === 'string' ? block.text : '', ...marked(block) };
}

export function readToolResult(block: Json, field: string): ToolResultPart {
  const { content } = block;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return {
    type: 'tool-result',
    id: asText(block.tool_use_id),
    content: Array.isArray(blocks) ? blocks.filter(isObject).flatMap((item) => readContent(item, field)) : [],
    ...(block.is_error === true && { isError: true }),
    ...marked(block),
  };
}

/** Documents that are text become text: hardly another host takes them otherwise. */
function readDocument(block: Json, field: string): (TextPart | FilePart)[] {
  const source = isObject(block.source) ? block.source : {};
  if (source.type === 'text') {
    return [{ type: 'text', text: joined([block.title, block.context, source.data]), ...marked(block) }];
  }
  if (source.type === 'content') {
    const blocks = typeof source.content === 'string' ? [{ type: 'text', text: source.content }] : source.content;
    return Array.isArray(blocks) ? blocks.filter(isObject).flatMap((item) => readContent(item, field)) : [];
  }
  const filename = typeof block.title === 'string' ? { filename: block.title } : {};
  return [{ ...readFile(block, field, 'application/pdf'), ...filename, ...marked(block) }];
}

function readFile(block: Json, field: string, mediaType: string): FilePart {
  const { type, media_type, data, url, file_id } = isObject(block.source) ? block.source : {};
  if (type === 'base64' && typeof data === 'string')
    return { type: 'file', mediaType: asText(media_type ?? mediaType), source: { kind: 'data', base64: data } };
  if (type === 'url' && typeof url === 'string') return fileAt(url, mediaType, `${field}.content.source.url`);
  if (type === 'file' && typeof file_id === 'string')
    return { type: 'file', mediaType, source: { kind: 'id', id: file_id } };
  throw badRequest(`${field} has a block of type ${asText(block.type)} without a source that can be read.`, field);
}

function marked(block: Json) {
  const cacheControl = readCacheControl(block.cache_control);
  return cacheControl && { cacheControl };
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content.flatMap((block) => (isObject(block) && typeof block.text === 'string' ? [block.text] : [])).join('\n');
}

function joined(texts: readonly unknown[]): string {
  return texts.filter((text) => typeof text === 'string' && text !== '').join('\n\n');
}
