import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { type BodyEdit, drop, type Patch, rewrite } from '../patch.ts';

const idMember = Buffer.from('"id"');
const roleMember = Buffer.from('"role"');
const calls = ['functionCall', 'function_call', 'functionResponse', 'function_response'];

/** What Vertex refuses of a body that AI Studio takes: ids of calls, turns without a role, its own settings. */
export const geminiPatches: readonly Patch[] = [
  drop('store', 'serviceTier', 'service_tier'),
  rewrite('toolConfig', (config) => {
    if (!isObject(config)) return config;
    const { includeServerSideToolInvocations: told, ...rest } = config;
    return told === undefined ? config : rest;
  }),
  rewriteContents,
];

/** The address names the model, and the body the version. */
export const claudePatches: readonly Patch[] = [
  drop('model'),
  (edit) => {
    if (!edit.has('anthropic_version')) edit.put('anthropic_version', '"vertex-2023-10-16"');
  },
  // Not known here.
  rewrite('thinking', (thinking) => {
    if (!isObject(thinking)) return thinking;
    const { block_binding: binding, ...rest } = thinking;
    return binding === undefined ? thinking : rest;
  }),
];

/** Most bodies have nothing to change: they are not parsed. */
function rewriteContents(edit: BodyEdit): void {
  if (!edit.includes('contents', idMember) && edit.includes('contents', roleMember)) return;
  const contents: unknown = JSON.parse(edit.text('contents') ?? '[]');
  if (!Array.isArray(contents)) return;
  edit.put(
    'contents',
    JSON.stringify(contents.map((content) => (isObject(content) ? rewriteContent(content) : content))),
  );
}

function rewriteContent(content: Json): Json {
  const { parts } = content;
  return {
    role: 'user',
    ...content,
    ...(Array.isArray(parts) && { parts: parts.map((part) => (isObject(part) ? withoutId(part) : part)) }),
  };
}

function withoutId(part: Json): Json {
  const name = calls.find((key) => isObject(part[key]));
  if (name === undefined) return part;
  const { id: _, ...call } = part[name] as Json;
  return { ...part, [name]: call };
}
