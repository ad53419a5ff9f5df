import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';
import { tokenCount } from '../token-count.ts';

/**
 * Usage of a message, or of an event of its stream. Anthropic counts cached and cache-written tokens beside input_tokens; here
 * they are part of the prompt. Streams tell some figures first and some last: the latest of each counts.
 */
export function readUsage(payload: unknown, before?: UsageTokens): UsageTokens | undefined {
  if (!isObject(payload)) return undefined;
  const starts = isObject(payload.message);
  const usage = starts ? (payload.message as Json).usage : payload.usage;
  if (!isObject(usage)) return undefined;
  const read = readFigures(usage);
  if (Object.values(read).every((figure) => figure === undefined)) return undefined;
  const extra = extraWork(usage);
  // Imitators close with zeros for what they told at the start: a prompt is never empty.
  const corrected = [read.input, read.cacheRead, read.cacheWrite].some((figure) => figure);
  const known = before && {
    input: Math.max(0, before.prompt - before.cacheRead - before.cacheWrite),
    cacheRead: before.cacheRead,
    cacheWrite: before.cacheWrite,
  };
  const cacheRead = (corrected ? read.cacheRead : undefined) ?? known?.cacheRead ?? 0;
  const cacheWrite = (corrected ? read.cacheWrite : undefined) ?? known?.cacheWrite ?? 0;
  const input = (corrected ? read.input : undefined) ?? known?.input ?? 0;
  const cacheWrite1h = (read.cacheWrite1h ?? before?.cacheWrite1h ?? 0) + extra.cacheWrite1h;
  // Some hosts repeat the first event, which knows of no output yet.
  const completion = starts ? Math.max(read.output ?? 0, before?.completion ?? 0) : (read.output ?? before?.completion);
  const reasoning = read.reasoning ?? before?.reasoning;
  const toolCalls = readToolCalls(usage) ?? before?.toolCalls;
  return {
    prompt: input + cacheRead + cacheWrite + extra.prompt,
    completion: (completion ?? 0) + extra.completion,
    cacheRead: cacheRead + extra.cacheRead,
    cacheWrite: cacheWrite + extra.cacheWrite,
    ...(cacheWrite1h ? { cacheWrite1h } : {}),
    ...(reasoning ? { reasoning } : {}),
    ...(toolCalls ? { toolCalls } : {}),
  };
}

/** Usage for a client of this dialect. */
export function writeUsage(usage: UsageTokens) {
  return {
    input_tokens: Math.max(0, usage.prompt - usage.cacheRead - usage.cacheWrite),
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.completion,
    ...(usage.reasoning ? { output_tokens_details: { thinking_tokens: usage.reasoning } } : {}),
  };
}

function readFigures(usage: Json) {
  const lifetimes = isObject(usage.cache_creation) ? usage.cache_creation : {};
  const fiveMinutes = tokenCount(lifetimes.ephemeral_5m_input_tokens);
  const oneHour = tokenCount(lifetimes.ephemeral_1h_input_tokens);
  const details = isObject(usage.output_tokens_details) ? usage.output_tokens_details : {};
  return {
    input: tokenCount(usage.input_tokens),
    cacheRead: tokenCount(usage.cache_read_input_tokens),
    cacheWrite:
      tokenCount(usage.cache_creation_input_tokens) ??
      (fiveMinutes === undefined && oneHour === undefined ? undefined : (fiveMinutes ?? 0) + (oneHour ?? 0)),
    cacheWrite1h: oneHour,
    output: tokenCount(usage.output_tokens),
    reasoning: tokenCount(details.thinking_tokens),
  };
}

/** Work that the top level leaves out: compaction and advice. After a fallback the top level holds everything. */
function extraWork(usage: Json) {
  const extra = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 };
  const iterations = Array.isArray(usage.iterations) ? usage.iterations.filter(isObject) : [];
  if (iterations.some(({ type }) => type === 'fallback_message')) return extra;
  for (const iteration of iterations) {
    if (iteration.type !== 'compaction' && iteration.type !== 'advisor_message') continue;
    const { input = 0, cacheRead = 0, cacheWrite = 0, cacheWrite1h = 0, output = 0 } = readFigures(iteration);
    extra.prompt += input + cacheRead + cacheWrite;
    extra.cacheRead += cacheRead;
    extra.cacheWrite += cacheWrite;
    extra.cacheWrite1h += cacheWrite1h;
    extra.completion += output;
  }
  return extra;
}

/** `server_tool_use` as calls by the tools' names. */
function readToolCalls(usage: Json): Record<string, number> | undefined {
  if (!isObject(usage.server_tool_use)) return undefined;
  const calls: Record<string, number> = {};
  for (const [key, value] of [
    ['web_search', usage.server_tool_use.web_search_requests],
    ['web_fetch', usage.server_tool_use.web_fetch_requests],
  ] as const) {
    const times = tokenCount(value);
    if (times) calls[key] = times;
  }
  return Object.keys(calls).length > 0 ? calls : undefined;
}
