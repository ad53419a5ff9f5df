import { capabilitiesOf } from '../../../dialects/anthropic-messages/capabilities.ts';
import { writeMessages } from '../../../dialects/anthropic-messages/write-messages.ts';
import { formatInstruction } from '../../../dialects/anthropic-messages/write-request.ts';
import { writeTools } from '../../../dialects/anthropic-messages/write-tools.ts';
import type { ChatRequest, Json } from '../../../dialects/canonical.ts';
import type { Warn } from '../../../dialects/dialect.ts';
import { warnUnused } from '../../../dialects/warn-unused.ts';
import { badRequest } from '../../../errors.ts';
import { writeBlock, writeSystem } from './write-block.ts';

const rules = { systemTurns: false, prefill: true };

/**
 * Writes a request for Converse. Its rules of turns, calls and results are Anthropic's, so that dialect's turns are made
 * first and written in Converse's words.
 */
export function writeRequest(request: ChatRequest, warn: Warn): Json {
  if ((request.choices ?? 1) > 1) throw badRequest('This model gives one answer per request.', 'n');
  warnUnused(
    request,
    [
      'presencePenalty',
      'frequencyPenalty',
      'seed',
      'verbosity',
      'reasoning',
      'topK',
      'user',
      'metadata',
      'serviceTier',
    ],
    warn,
  );
  if (request.parallelToolCalls === false) warn('parallel_tool_calls', 'the upstream has no such setting');
  const { system, turns } = writeMessages(request.messages, rules, warn);
  const instruction = instructFormat(request);
  if (instruction) system.push({ type: 'text', text: instruction });
  const inference = {
    ...(request.maxTokens === undefined ? {} : { maxTokens: request.maxTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { topP: request.topP }),
    ...(request.stop ? { stopSequences: request.stop } : {}),
  };
  return {
    messages: turns.map(({ role, content }) => ({ role, content: content.flatMap(writeBlock) })),
    ...(system.length > 0 ? { system: system.flatMap(writeSystem) } : {}),
    ...(Object.keys(inference).length > 0 ? { inferenceConfig: inference } : {}),
    ...writeToolConfig(request, warn),
  };
}

/** Converse cannot forbid calls, and refuses turns with calls when no tool is declared. */
function writeToolConfig(request: ChatRequest, warn: Warn): Json {
  const { tools = [], tool_choice: choice } = writeTools(request, capabilitiesOf(request.model), warn);
  const specs = tools.flatMap(writeTool);
  const called = request.messages.some(({ parts }) => parts.some(({ type }) => type === 'tool-call'));
  if (specs.length === 0 || (choice?.type === 'none' && !called)) return {};
  if (choice?.type === 'none' && request.tools.length > 0) warn('tool_choice', 'calls cannot be forbidden here');
  const toolChoice = choice && choice.type !== 'none' ? { toolChoice: writeChoice(choice) } : {};
  return { toolConfig: { tools: specs, ...toolChoice } };
}

/** Tools that Anthropic's host runs have no schema and no place here. */
function writeTool({ name, description, input_schema, cache_control }: Json): Json[] {
  if (input_schema === undefined) return [];
  const toolSpec = { name, ...(description ? { description } : {}), inputSchema: { json: input_schema } };
  return cache_control ? [{ toolSpec }, { cachePoint: { type: 'default' } }] : [{ toolSpec }];
}

function writeChoice({ type, name }: Json): Json {
  if (type === 'tool') return { tool: { name } };
  return type === 'any' ? { any: {} } : { auto: {} };
}

function instructFormat({ responseFormat }: ChatRequest): string | undefined {
  if (responseFormat?.type === 'json-schema') return formatInstruction(responseFormat.schema);
  return responseFormat?.type === 'json' ? 'Answer with one JSON object and nothing else.' : undefined;
}
