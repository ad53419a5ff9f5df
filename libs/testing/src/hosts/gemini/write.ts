import { randomBytes } from 'node:crypto';
import { type Answer, type AnswerCall, answerTo } from '../conversation/answer-to.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { piecesOf } from '../conversation/pieces.ts';
import { sealOf } from '../conversation/seal.ts';
import { usageOf } from '../conversation/usage-of.ts';
import { geminiModel } from './gemini-model.ts';
import type { GeminiSurface } from './surface.ts';
import { callSignature, type Part } from './verify-contents.ts';

const finishReasons: Readonly<Record<Answer['finish'], string>> = {
  stop: 'STOP',
  'stop-sequence': 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
};

/** The whole answer. */
export function writeWhole(conversation: Conversation, surface: GeminiSurface) {
  const { reasoning, text, calls, finish } = answerTo(conversation);
  const parts = [
    ...thoughtsOf(conversation, reasoning ? [reasoning] : []),
    ...(calls.length > 0 ? [] : [{ text, ...textSignature(conversation) }]),
    ...callsOf(conversation, calls, surface),
  ];
  const candidate = { index: 0, content: { role: 'model', parts }, finishReason: finishReasons[finish] };
  return { candidates: [candidate], usageMetadata: writeUsage(conversation, 1), ...identityOf(conversation) };
}

/**
 * The chunks of a stream; usage grows from one to the next. The last one of a text holds an empty part with the
 * signature alone, as Gemini 3 sends it.
 */
export function writeChunks(conversation: Conversation, surface: GeminiSurface): object[] {
  const { reasoning, text, calls, finish } = answerTo(conversation);
  const parts = [
    ...thoughtsOf(conversation, piecesOf(reasoning)),
    ...piecesOf(text).map((piece) => ({ text: piece })),
    ...callsOf(conversation, calls, surface),
    ...(calls.length > 0 ? [] : [{ text: '', ...textSignature(conversation) }]),
  ];
  const identity = identityOf(conversation);
  return parts.map((part, at) => {
    const last = at === parts.length - 1;
    const content = { role: 'model', parts: [part] };
    const candidate = { index: 0, content, ...(last && { finishReason: finishReasons[finish] }) };
    return { candidates: [candidate], usageMetadata: writeUsage(conversation, (at + 1) / parts.length), ...identity };
  });
}

function thoughtsOf({ reasoning }: Conversation, pieces: readonly string[]): Part[] {
  return reasoning?.shown ? pieces.map((text) => ({ text, thought: true })) : [];
}

/** Calls arrive whole; of several, the first alone is signed. */
function callsOf({ model }: Conversation, calls: readonly AnswerCall[], { callIds = true }: GeminiSurface): Part[] {
  const { signsCalls } = geminiModel(model);
  return calls.map(({ name, arguments: args }, at) => ({
    functionCall: { ...(callIds && { id: randomBytes(4).toString('hex') }), name, args: JSON.parse(args) },
    ...(signsCalls && at === 0 && { thoughtSignature: callSignature(name) }),
  }));
}

function textSignature({ model, reasoning }: Conversation) {
  return reasoning && geminiModel(model).signsCalls ? { thoughtSignature: sealOf('text') } : {};
}

function identityOf({ model }: Conversation) {
  return { modelVersion: model, responseId: randomBytes(12).toString('base64url') };
}

/** Usage when this share of the answer is out. */
function writeUsage(conversation: Conversation, share: number) {
  const { promptTokens, cachedTokens, completionTokens, reasoningTokens } = usageOf(conversation);
  const candidates = Math.floor((completionTokens - reasoningTokens) * share);
  return {
    promptTokenCount: promptTokens,
    ...(cachedTokens > 0 && { cachedContentTokenCount: cachedTokens }),
    candidatesTokenCount: candidates,
    ...(reasoningTokens > 0 && { thoughtsTokenCount: reasoningTokens }),
    totalTokenCount: promptTokens + candidates + reasoningTokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: promptTokens }],
  };
}
