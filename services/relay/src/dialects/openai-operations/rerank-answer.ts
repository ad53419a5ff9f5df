import type { Json } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { newId } from '../new-id.ts';
import { readError } from '../openai-chat/errors.ts';
import { tokenCount } from '../token-count.ts';
import { UpstreamRefusal } from '../upstream-refusal.ts';

const charactersPerToken = 4;

/**
 * The answer to a rerank as clients know it (Jina's shape), from `results` or `data` of an upstream. Documents are
 * attached when the client asked for them. Tokens that the upstream does not tell are estimated, for show only.
 */
export function rerankAnswer(payload: unknown, request: Json): Json {
  const results = isObject(payload) ? (payload.results ?? payload.data) : undefined;
  if (!isObject(payload) || !Array.isArray(results)) throw new UpstreamRefusal(readError(500, JSON.stringify(payload)));
  const documents = Array.isArray(request.documents) ? request.documents : [];
  const wanted = request.return_documents === true;
  const tokens = tokensOf(payload) ?? estimate(request.query, documents);
  return {
    id: typeof payload.id === 'string' ? payload.id : newId('rerank-'),
    model: request.model,
    results: results.filter(isObject).map(({ index, relevance_score }) => ({
      index,
      relevance_score,
      ...(wanted && { document: asDocument(documents[Number(index)]) }),
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** A document as text, for hosts that take strings alone: its `text`, else its members one below the other. */
export function documentText(document: unknown): string {
  if (!isObject(document)) return asText(document);
  if (typeof document.text === 'string') return document.text;
  return Object.entries(document)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

function asDocument(document: unknown): unknown {
  return isObject(document) ? document : { text: asText(document) };
}

function tokensOf(payload: Json): number | undefined {
  const meta = isObject(payload.meta) && isObject(payload.meta.tokens) ? payload.meta.tokens : {};
  const usage = isObject(payload.usage) ? payload.usage : {};
  return tokenCount(usage.total_tokens) ?? tokenCount(meta.input_tokens);
}

/** Every document is read together with the query. */
function estimate(query: unknown, documents: readonly unknown[]): number {
  const queryLength = asText(query).length;
  const characters = documents.reduce<number>((sum, document) => sum + queryLength + documentText(document).length, 0);
  return Math.ceil(characters / charactersPerToken);
}
