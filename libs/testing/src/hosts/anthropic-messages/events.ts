import { piecesOf } from '../conversation/pieces.ts';
import type { AnswerBlock, WrittenMessage } from './write.ts';

export type MessageEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** The events of a stream, with a ping after the first block has begun. */
export function eventsOf({ head, blocks, stop_reason, stop_sequence, usage }: WrittenMessage): MessageEvent[] {
  const { output_tokens, output_tokens_details, ...input } = usage;
  const message = {
    ...head,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...input, output_tokens: 1 },
  };
  const [start, ...rest] = blocks.flatMap(blockEvents);
  return [
    { type: 'message_start', message },
    ...(start ? [start] : []),
    { type: 'ping' },
    ...rest,
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence },
      usage: { ...input, output_tokens, output_tokens_details },
    },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: AnswerBlock, index: number): MessageEvent[] {
  return [
    { type: 'content_block_start', index, content_block: emptyOf(block) },
    ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function emptyOf(block: AnswerBlock) {
  switch (block.type) {
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'text':
      return { type: 'text', text: '' };
    case 'tool_use':
      return { ...block, input: {} };
  }
}

function deltasOf(block: AnswerBlock): object[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...piecesOf(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ];
    case 'text':
      return piecesOf(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'tool_use': {
      // A tool without arguments sends its one delta empty.
      const pieces = block.input === '{}' ? [''] : ['', ...piecesOf(block.input)];
      return pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    }
  }
}
