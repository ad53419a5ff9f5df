import { demand } from '../refusal.ts';
import { elements, expectShape, isText } from '../shape.ts';
import type { ClaudeModel } from './claude-model.ts';
import { blocks, blocksOfRole } from './schema.ts';
import { prefixOf, thinkingSeal } from './seal.ts';
import type { ClaudeSurface } from './surface.ts';
import { type Block, mergeTurns, type Turn } from './turns.ts';
import type { MessagesBody } from './verify.ts';

/** Refuses turns that Anthropic does not take: their roles, blocks, order of results and signatures. */
export function verifyMessages(body: MessagesBody, model: ClaudeModel, surface: ClaudeSurface): void {
  const messages = body.messages as { role: Turn['role']; content: unknown }[];
  for (const [at, { role, content }] of messages.entries()) {
    demand(role !== 'system' || model.systemTurns, `messages.${at}.role: Input should be 'user' or 'assistant'`);
    const list = isText(content) ? [{ type: 'text', text: content }] : content;
    verifyBlocks(elements(list), role, `messages.${at}.content`, surface);
  }
  const turns = mergeTurns(messages);
  demand(turns[0]?.role === 'user', 'messages: first message must use the "user" role');
  verifyResults(turns);
  verifyLast(turns.at(-1), model);
  verifySignatures(body, turns, model);
}

function verifyBlocks(list: readonly unknown[], kind: string, where: string, surface: ClaudeSurface): void {
  demand(list.length > 0, `${where}: must not be empty`);
  for (const [at, block] of list.entries()) {
    const { type } = block as Block;
    const schema = blocks[type as keyof typeof blocks];
    demand(
      schema && blocksOfRole[kind]?.includes(type),
      `${where}.${at}: block of type '${type}' is not permitted here`,
    );
    demand(type !== 'thinking' || 'signature' in (block as Block), `${where}.${at}.thinking.signature: Field required`);
    const { text, source, content } = expectShape(schema, block, `${where}.${at}.${type}`) as Block;
    demand(!isText(text) || text.trim() !== '', 'messages: text content blocks must be non-empty');
    demand(
      (source as Block | undefined)?.type !== 'url' || surface.urlSources !== false,
      `${where}.${at}.${type}.source: Input tag 'url' found does not match any of the expected tags: 'base64'`,
    );
    if (type === 'tool_result' && Array.isArray(content))
      verifyBlocks(content, 'tool_result', `${where}.${at}.tool_result.content`, surface);
  }
}

function verifyResults(turns: readonly Turn[]): void {
  let calls: unknown[] = [];
  for (const [at, { role, blocks: list }] of turns.entries()) {
    if (role === 'system') continue;
    const results = list.filter(({ type }) => type === 'tool_result').map(({ tool_use_id }) => tool_use_id);
    const unanswered = calls.filter((id) => !results.includes(id));
    demand(
      unanswered.length === 0,
      `messages.${at - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
        `${unanswered.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
    const stray = results.find((id) => !calls.includes(id));
    demand(
      stray === undefined,
      `messages.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. ` +
        'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    );
    demand(new Set(results).size === results.length, `messages.${at}: each tool_use must have a single result.`);
    const leading = list.slice(0, results.length).every(({ type }) => type === 'tool_result');
    demand(leading, `messages.${at}: \`tool_result\` blocks must come first in the message.`);
    calls = list.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    demand(new Set(calls).size === calls.length, `messages.${at}: \`tool_use\` ids must be unique`);
  }
  demand(calls.length === 0, '`tool_use` ids were found without `tool_result` blocks immediately after');
}

function verifyLast(last: Turn | undefined, { prefill }: ClaudeModel): void {
  if (last?.role !== 'assistant') return;
  demand(
    prefill,
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  );
  const text = last.blocks.at(-1)?.text;
  demand(
    !isText(text) || text === text.trimEnd(),
    'messages: final assistant content cannot end with trailing whitespace',
  );
}

/** Thinking comes back as it was made; where it is asked by a budget, no call of a tool comes back without it. */
function verifySignatures(body: MessagesBody, turns: readonly Turn[], model: ClaudeModel): void {
  const { type: asked, block_binding } = (body.thinking ?? {}) as Block;
  const lastTurn = turns.findLastIndex(({ role }) => role === 'assistant');
  for (const [at, { role, blocks: list }] of turns.entries()) {
    if (role !== 'assistant') continue;
    for (const [n, { type, thinking, signature }] of list.entries()) {
      if (type !== 'thinking') continue;
      const [seal, binding] = String(signature).split('.');
      const where = `messages.${at}.content.${n}`;
      demand(seal === thinkingSeal(String(thinking)), `${where}: Invalid \`signature\` in \`thinking\` block`);
      demand(
        !model.boundThinking || block_binding !== undefined || binding === prefixOf(body, turns.slice(0, at)),
        `${where}: this \`thinking\` block is bound to a different conversation`,
      );
    }
    const first = list[0]?.type ?? '';
    const calls = at === lastTurn && list.some(({ type }) => type === 'tool_use');
    demand(
      asked !== 'enabled' || !calls || ['thinking', 'redacted_thinking'].includes(first),
      `messages.${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. ` +
        'When `thinking` is enabled, a final `assistant` message must start with a thinking block.',
    );
  }
}
