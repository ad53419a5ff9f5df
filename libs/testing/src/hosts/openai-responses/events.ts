import { piecesOf } from '../conversation/pieces.ts';
import type { OutputItem, writeResponse } from './write.ts';

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** The events of a stream in OpenAI's order, each with the next `sequence_number`. */
export function eventsOf(response: ReturnType<typeof writeResponse>): Event[] {
  const begun = { ...response, status: 'in_progress', incomplete_details: null, output: [], usage: null };
  const events: Event[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...response.output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item: emptyOf(item) },
      ...partsOf(item).map((event) => ({ ...event, item_id: item.id, output_index })),
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: `response.${response.status}`, response },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

function emptyOf(item: OutputItem) {
  switch (item.type) {
    case 'reasoning':
      // What is sent here is not what counts: only the finished item's may be sent back.
      return { ...item, summary: [], ...(item.encrypted_content && { encrypted_content: 'unfinished' }) };
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' };
    case 'custom_tool_call':
      return { ...item, status: 'in_progress', input: '' };
  }
}

function partsOf(item: OutputItem): Event[] {
  switch (item.type) {
    case 'reasoning':
      return item.summary.flatMap((part, summary_index) =>
        [
          { type: 'response.reasoning_summary_part.added', part: { ...part, text: '' } },
          ...piecesOf(part.text).map((delta) => ({ type: 'response.reasoning_summary_text.delta', delta })),
          { type: 'response.reasoning_summary_text.done', text: part.text },
          { type: 'response.reasoning_summary_part.done', part },
        ].map((event) => ({ ...event, summary_index })),
      );
    case 'message':
      return item.content.flatMap((part, content_index) =>
        [
          { type: 'response.content_part.added', part: { ...part, text: '' } },
          ...piecesOf(part.text).map((delta) => ({ type: 'response.output_text.delta', delta, logprobs: [] })),
          { type: 'response.output_text.done', text: part.text, logprobs: [] },
          { type: 'response.content_part.done', part },
        ].map((event) => ({ ...event, content_index })),
      );
    case 'function_call':
      return [
        ...piecesOf(item.arguments).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
        { type: 'response.function_call_arguments.done', name: item.name, arguments: item.arguments },
      ];
    case 'custom_tool_call':
      return [
        ...piecesOf(item.input).map((delta) => ({ type: 'response.custom_tool_call_input.delta', delta })),
        { type: 'response.custom_tool_call_input.done', input: item.input },
      ];
  }
}
