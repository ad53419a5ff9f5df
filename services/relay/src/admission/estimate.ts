import { type Bounds, type CompiledPrice, ceiling } from '@switchyard/pricing';
import { badRequest } from '../errors.ts';
import type { Operation } from '../ingress/operation.ts';
import type { Asked, RelayRequest } from '../ingress/relay-request.ts';
import { estimateTokens, leastTokens } from '../metering/token-counter.ts';

/** A picture or a sound in a prompt, whatever its size in bytes. */
const embeddedTokens = 1_500;
/** Where the dialects put what the model reads. */
const inputMembers = ['messages', 'prompt', 'input', 'contents', 'system', 'systemInstruction', 'instructions'];
/** Completion tokens held at once for a stream; one that goes on holds more as it does. */
const heldAtOnce = 4_096;

/** A large picture of the best quality. */
const pictureTokens = 6_500;

/** Operations whose answers no model writes. */
const silent: ReadonlySet<Operation> = new Set(['embeddings', 'rerank', 'moderations']);

export interface Estimate {
  readonly promptTokens: number;
  /** What the prompt has at least, to charge when nobody lived to count it. */
  readonly leastPromptTokens: number;
  readonly completionTokens: number;
  /** Most completion tokens that the client lets come; Infinity when it does not say. */
  readonly completionLimit: number;
  /** Quota to hold before the request is sent. */
  readonly amount: number;
}

/**
 * What to hold for a request: its prompt by length, and as many completion tokens as it may have, of a stream up to a first
 * instalment. `usualTokens` stands in for a limit that the client does not give. Throws a GatewayError (400) for more than one
 * charge can be.
 */
export function estimate(request: RelayRequest, price: CompiledPrice, usualTokens: number): Estimate {
  const { count, bytes } = request.body.embedded();
  const { asked } = request;
  const embeddedPrompt = asked?.tokens?.prompt ?? count * embeddedTokens;
  const promptTokens = estimateTokens(request.body.byteLength - bytes) + embeddedPrompt;
  const completionTokens = answerTokens(request, usualTokens) * request.choices;
  let inputBytes = 0;
  for (const member of inputMembers) inputBytes += request.body.lengthOf(member);
  return {
    promptTokens,
    leastPromptTokens: leastTokens(Math.max(0, inputBytes - bytes)),
    completionTokens,
    completionLimit: (request.maxTokens ?? Number.POSITIVE_INFINITY) * request.choices,
    amount: mostCost(
      price,
      asked ? { ...mostAsked(asked), promptTokens, completionTokens } : { promptTokens, completionTokens },
    ),
  };
}

function mostAsked(asked: Asked): Asked {
  return asked.mostCharacters === undefined ? asked : { ...asked, characters: asked.mostCharacters };
}

/** The most that so much can cost. Throws a GatewayError (400) for more than one charge can be. */
export function mostCost(price: CompiledPrice, bounds: Bounds): number {
  try {
    return ceiling(price, bounds);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badRequest('The request is too large to be charged as one. Send it in parts.');
  }
}

function answerTokens({ operation, asked, maxTokens, stream }: RelayRequest, usualTokens: number): number {
  if (silent.has(operation)) return 0;
  if (operation.startsWith('images/')) return pictureTokens;
  const most = asked?.tokens?.completion ?? maxTokens ?? usualTokens;
  return heldFirst(most, stream);
}

/** Of the tokens that an answer may have, those to hold before it begins: what comes whole has no later instalment. */
export function heldFirst(tokens: number, stream: boolean): number {
  return stream ? Math.min(tokens, heldAtOnce) : tokens;
}
