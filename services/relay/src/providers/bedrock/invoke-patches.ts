import { formatInstruction } from '../../dialects/anthropic-messages/write-request.ts';
import { isObject } from '../../dialects/json.ts';
import { type BodyEdit, drop, type Patch } from '../patch.ts';
import type { Target } from '../provider.ts';

/** Tools that run at the client; all others with a type are run by Anthropic's own host. */
const clientTool = /^(custom|bash_|text_editor_|computer_|memory_)/;
/** Their answers cannot be held to a schema here (BerriAI/litellm#42717). */
const withoutSchemas = /claude-(opus-(4-[78]|5)|fable-5|sonnet-5)/;

/** What an invoke body has differently from Anthropic's: model and stream are in the address. */
export const invokePatches: readonly Patch[] = [
  drop('model', 'stream', 'service_tier', 'inference_geo', 'container', 'mcp_servers', 'cache_control'),
  drop('speed', 'fallbacks'),
  (edit) => {
    if (!edit.has('anthropic_version')) edit.put('anthropic_version', '"bedrock-2023-05-31"');
  },
  dropBlockBinding,
  keepClientTools,
  askForSchema,
];

function dropBlockBinding(edit: BodyEdit): void {
  const thinking = read(edit, 'thinking');
  if (!isObject(thinking) || thinking.block_binding === undefined) return;
  const { block_binding: _, ...rest } = thinking;
  edit.put('thinking', JSON.stringify(rest));
}

function keepClientTools(edit: BodyEdit, { model }: Target): void {
  const text = edit.text('tools');
  if (text === undefined || !/"(type|strict)"\s*:/.test(text)) return;
  const tools = read(edit, 'tools');
  if (!Array.isArray(tools)) return;
  const kept = tools
    .filter((tool) => !isObject(tool) || typeof tool.type !== 'string' || clientTool.test(tool.type))
    .map((tool) => (withoutSchemas.test(model) ? withoutStrict(tool) : tool));
  if (kept.length > 0) edit.put('tools', JSON.stringify(kept));
  else for (const key of ['tools', 'tool_choice']) edit.remove(key);
}

function withoutStrict(tool: unknown): unknown {
  if (!isObject(tool)) return tool;
  const { strict: _, ...rest } = tool;
  return rest;
}

function askForSchema(edit: BodyEdit, { model }: Target): void {
  const config = read(edit, 'output_config');
  if (!isObject(config) || !isObject(config.format) || !withoutSchemas.test(model)) return;
  const { format, ...rest } = config;
  if (Object.keys(rest).length > 0) edit.put('output_config', JSON.stringify(rest));
  else edit.remove('output_config');
  const { schema } = format as { schema?: unknown };
  if (isObject(schema)) appendSystem(edit, formatInstruction(schema));
}

function appendSystem(edit: BodyEdit, text: string): void {
  const system = read(edit, 'system');
  const blocks = Array.isArray(system) ? system : typeof system === 'string' ? [{ type: 'text', text: system }] : [];
  edit.put('system', JSON.stringify([...blocks, { type: 'text', text }]));
}

function read(edit: BodyEdit, key: string): unknown {
  const text = edit.text(key);
  return text === undefined ? undefined : JSON.parse(text);
}
