import { demand } from '../refusal.ts';
import { elements, expectShape, isObject } from '../shape.ts';
import { claudeModel } from './claude-model.ts';
import { closedSchemaFault } from './closed-schema.ts';
import { MessagesRequest, Tool } from './schema.ts';
import type { ClaudeSurface } from './surface.ts';
import { verifyMessages } from './verify-messages.ts';
import { verifyModel } from './verify-model.ts';

export type MessagesBody = Record<string, unknown>;

const largestCacheMarks = 4;
const strictVersion = '2026-10-21';

/** Refuses what Anthropic refuses of a body, and what the platform does. */
export function verifyBody(body: MessagesBody, surface: ClaudeSurface): void {
  const { refuses = [], version } = surface;
  for (const name of ['model', 'max_tokens', 'messages']) demand(body[name] !== undefined, `${name}: Field required`);
  const extra = Object.keys(body).find((name) => refuses.includes(name) || !(name in MessagesRequest.properties));
  demand(extra === undefined, `${extra}: Extra inputs are not permitted`);
  const request = expectShape(MessagesRequest, body);
  const model = claudeModel(request.model);
  demand(cacheMarksOf(body).length <= largestCacheMarks, 'A maximum of 4 blocks with cache_control may be provided.');
  verifyTools(elements(body.tools), surface, request.model);
  verifyMessages(body, model, surface);
  verifyModel(request, model);
  const bound = request.thinking?.block_binding !== undefined;
  demand(!bound || surface.blockBinding, 'thinking.block_binding: Extra inputs are not permitted');
  if (version === strictVersion) verifyStrictVersion(body);
  const schema = request.output_config?.format?.schema;
  if (!schema) return;
  demand(surface.structured?.(request.model) ?? true, 'output_config.format: Extra inputs are not permitted');
  const fault = closedSchemaFault(schema);
  demand(!fault, `output_config.format.schema: ${fault}`);
}

/** How long each mark in the body asks to be cached. */
export function cacheMarksOf(value: unknown): ('5m' | '1h')[] {
  if (Array.isArray(value)) return value.flatMap(cacheMarksOf);
  if (!isObject(value)) return [];
  const { cache_control, input, input_schema, ...rest } = value;
  const own = isObject(cache_control) ? [cache_control.ttl === '1h' ? ('1h' as const) : ('5m' as const)] : [];
  return [...own, ...Object.values(rest).flatMap(cacheMarksOf)];
}

function verifyTools(tools: readonly unknown[], surface: ClaudeSurface, model: string): void {
  const names = tools.map((tool) => (tool as { name: string }).name);
  demand(new Set(names).size === names.length, 'tools: Tool names must be unique.');
  for (const [at, tool] of tools.entries()) {
    // Tools that the server runs have a dated type and no schema.
    if (/_\d{8}$/.test(String((tool as MessagesBody).type))) continue;
    const { input_schema, strict } = expectShape(Tool, tool, `tools.${at}.custom`);
    if (!strict) continue;
    demand(surface.structured?.(model) ?? true, `tools.${at}.custom.strict: Extra inputs are not permitted`);
    const fault = closedSchemaFault(input_schema);
    demand(!fault, `tools.${at}.custom.input_schema: ${fault}`);
  }
}

/** What the version of October 2026 no longer takes. */
function verifyStrictVersion(body: MessagesBody): void {
  const sampling = ['temperature', 'top_p', 'top_k'].find((name) => body[name] !== undefined);
  demand(!sampling, `${sampling}: not supported in this API version.`);
  for (const { role, content } of body.messages as MessagesBody[]) {
    for (const block of elements(content) as MessagesBody[]) {
      demand(
        role !== 'assistant' || block.type !== 'document',
        'document blocks are not permitted in assistant turns.',
      );
      const cited = role === 'user' && block.type === 'text' && elements(block.citations).length > 0;
      demand(!cited, 'citations are not permitted on text of the user.');
    }
  }
}
