import type { Json } from '../../../dialects/canonical.ts';
import { asText, isObject } from '../../../dialects/json.ts';

/** A block of Anthropic's in Converse's words, and the border of the cache behind it. Thoughts are Claude's alone. */
export function writeBlock(block: Json): Json[] {
  const written = translate(block);
  if (!written) return [];
  return block.cache_control ? [written, cachePoint(block)] : [written];
}

export function writeSystem(block: Json): Json[] {
  return block.cache_control ? [{ text: block.text }, cachePoint(block)] : [{ text: block.text }];
}

function translate(block: Json): Json | undefined {
  const source = isObject(block.source) ? block.source : {};
  switch (block.type) {
    case 'text':
      return { text: block.text };
    case 'image':
      return { image: { format: asText(source.media_type).replace('image/', ''), source: { bytes: source.data } } };
    case 'document': {
      const isText = source.type === 'text';
      const bytes = isText ? Buffer.from(asText(source.data)).toString('base64') : source.data;
      return { document: { format: isText ? 'txt' : 'pdf', name: documentName(block.title), source: { bytes } } };
    }
    case 'tool_use':
      return { toolUse: { toolUseId: block.id, name: block.name, input: block.input } };
    case 'tool_result': {
      const status = block.is_error ? { status: 'error' } : {};
      return { toolResult: { toolUseId: block.tool_use_id, content: writeResult(block.content), ...status } };
    }
    default:
      return undefined;
  }
}

/** A result without content is refused. */
function writeResult(content: unknown): Json[] {
  if (typeof content === 'string') return [{ text: content }];
  const blocks = Array.isArray(content) ? content.flatMap((block): Json[] => writeBlock(block)) : [];
  return blocks.length > 0 ? blocks : [{ text: '(no result)' }];
}

/** Other characters than these are refused, and so is more than one space. */
function documentName(title: unknown): string {
  const name = asText(title)
    .replace(/[^a-zA-Z0-9 ()[\]-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return name === '' ? 'document' : name.slice(0, 200);
}

function cachePoint({ cache_control: control }: Json): Json {
  const ttl = isObject(control) && control.ttl ? { ttl: control.ttl } : {};
  return { cachePoint: { type: 'default', ...ttl } };
}
