import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';
import { tokenCount } from '../token-count.ts';

/**
 * Usage of an answer or of a chunk of one; chunks repeat it and the last one counts. Thoughts stand beside the visible
 * tokens and the prompts of Google's own tools beside the prompt: here they are part of them.
 */
export function readUsage(payload: unknown, before?: UsageTokens): UsageTokens | undefined {
  if (Array.isArray(payload)) {
    return payload.reduce((usage: UsageTokens | undefined, chunk) => readUsage(chunk, usage) ?? usage, before);
  }
  if (!isObject(payload)) return undefined;
  const toolCalls = readToolCalls(payload) ?? before?.toolCalls;
  const metadata = payload.usageMetadata;
  const read = isObject(metadata) ? readMetadata(metadata) : undefined;
  const usage = read ?? (toolCalls && before);
  return usage && { ...usage, ...(toolCalls && { toolCalls }) };
}

/** Usage for a client of this dialect. */
export function writeUsage(usage: UsageTokens): Json {
  const reasoning = usage.reasoning ?? 0;
  return {
    promptTokenCount: usage.prompt,
    ...(usage.cacheRead > 0 && { cachedContentTokenCount: usage.cacheRead }),
    candidatesTokenCount: Math.max(0, usage.completion - reasoning),
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
    totalTokenCount: usage.prompt + usage.completion,
  };
}

function readMetadata(metadata: Json): UsageTokens | undefined {
  const prompt = tokenCount(metadata.promptTokenCount);
  const candidates = tokenCount(metadata.candidatesTokenCount);
  const thoughts = tokenCount(metadata.thoughtsTokenCount) ?? 0;
  if (prompt === undefined && candidates === undefined) return undefined;
  const input = readModalities(metadata.promptTokensDetails, metadata.toolUsePromptTokensDetails);
  const cached = readModalities(metadata.cacheTokensDetails);
  const output = readModalities(metadata.candidatesTokensDetails);
  const audioInput = uncached('AUDIO', input, cached);
  const imageInput = uncached('IMAGE', input, cached);
  return {
    prompt: (prompt ?? 0) + (tokenCount(metadata.toolUsePromptTokenCount) ?? 0),
    completion: (candidates ?? 0) + thoughts,
    cacheRead: tokenCount(metadata.cachedContentTokenCount) ?? 0,
    cacheWrite: 0,
    ...(thoughts > 0 && { reasoning: thoughts }),
    ...(audioInput > 0 && { audioInput }),
    ...(output.AUDIO && { audioOutput: output.AUDIO }),
    ...(imageInput > 0 && { imageInput }),
    ...(output.IMAGE && { imageOutput: output.IMAGE }),
  };
}

type Modalities = Readonly<Record<string, number>>;

/** What was cached has the price of what is cached. */
function uncached(modality: string, input: Modalities, cached: Modalities): number {
  return Math.max(0, (input[modality] ?? 0) - (cached[modality] ?? 0));
}

function readModalities(...lists: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const detail of lists.flat()) {
    if (!isObject(detail) || typeof detail.modality !== 'string') continue;
    counts[detail.modality] = (counts[detail.modality] ?? 0) + (tokenCount(detail.tokenCount) ?? 0);
  }
  return counts;
}

/** Looking things up on the web is billed by the query. */
function readToolCalls(payload: Json): Record<string, number> | undefined {
  let queries = 0;
  for (const candidate of Array.isArray(payload.candidates) ? payload.candidates : []) {
    const grounding = isObject(candidate) ? candidate.groundingMetadata : undefined;
    if (isObject(grounding) && Array.isArray(grounding.webSearchQueries)) queries += grounding.webSearchQueries.length;
  }
  return queries > 0 ? { google_search: queries } : undefined;
}
