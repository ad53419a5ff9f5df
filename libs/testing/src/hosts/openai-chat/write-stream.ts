import type { Conversation } from '../conversation/conversation.ts';
import { piecesOf } from '../conversation/pieces.ts';
import type { OpenaiChatOptions } from './options.ts';
import { envelopeOf, type WireCall, writeAnswer, writeUsage } from './write.ts';

/** The chunks of a stream: role, reasoning, text or calls, finish, usage where the host tells it. */
export function writeChunks(conversation: Conversation, askedForUsage: boolean, options: OpenaiChatOptions): object[] {
  const { reasoningField, usageIn = 'asked-chunk', wholeToolCalls = false } = options;
  const { reasoning, text, calls, finish } = writeAnswer(conversation);
  const envelope = envelopeOf(conversation, 'chat.completion.chunk');
  const usage = writeUsage(conversation);
  const ownChunk = usageIn === 'last-chunk' || (usageIn === 'asked-chunk' && askedForUsage);
  const beside = (last: boolean) => {
    if (usageIn === 'every-chunk' || (usageIn === 'finish-chunk' && last)) return { usage };
    return ownChunk ? { usage: null } : {};
  };
  const chunk = (index: number, delta: object, finish_reason: string | null = null) => ({
    ...envelope,
    choices: [{ index, delta, logprobs: null, finish_reason }],
    ...beside(finish_reason !== null),
  });
  const indexes = Array.from({ length: conversation.choices }, (_, index) => index);
  const deltas = [
    { role: 'assistant', content: '', refusal: null },
    ...(reasoningField ? piecesOf(reasoning).map((piece) => ({ [reasoningField]: piece })) : []),
    ...piecesOf(text).map((piece) => ({ content: piece })),
    ...(wholeToolCalls ? wholeCalls(calls) : interleavedCalls(calls)),
  ];
  return [
    ...deltas.flatMap((delta) => indexes.map((index) => chunk(index, delta))),
    ...indexes.map((index) => chunk(index, {}, finish)),
    ...(ownChunk ? [{ ...envelope, choices: [], usage }] : []),
  ];
}

function wholeCalls(calls: readonly WireCall[]): object[] {
  return calls.map((call) => ({ tool_calls: [call] }));
}

/** Pieces of several calls take turns, so that whoever joins them must look at their index. */
function interleavedCalls(calls: readonly WireCall[]): object[] {
  const opened = calls.map(({ id, type, function: { name } }, index) => ({
    tool_calls: [{ index, id, type, function: { name, arguments: '' } }],
  }));
  const pieces = calls.map((call) => piecesOf(call.function.arguments));
  const rounds = Math.max(0, ...pieces.map(({ length }) => length));
  const continued = Array.from({ length: rounds }, (_, round) =>
    pieces.flatMap((own, index) =>
      own[round] === undefined ? [] : [{ tool_calls: [{ index, function: { arguments: own[round] } }] }],
    ),
  );
  return [...opened, ...continued.flat()];
}
