import { isObject } from '../../dialects/json.ts';
import { newId } from '../../dialects/new-id.ts';

export interface OllamaCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What stands in the message of an answer or of one line of a stream. */
export interface OllamaMessage {
  readonly thinking: string;
  readonly content: string;
  readonly calls: readonly OllamaCall[];
}

export function readMessage(payload: unknown): OllamaMessage {
  const message = isObject(payload) && isObject(payload.message) ? payload.message : {};
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return {
    thinking: typeof message.thinking === 'string' ? message.thinking : '',
    content: typeof message.content === 'string' ? message.content : '',
    calls: calls.flatMap((call) =>
      isObject(call) && isObject(call.function) ? [readCall(call.id, call.function)] : [],
    ),
  };
}

/** Calls come whole. Old servers give them no ids. */
function readCall(id: unknown, called: Record<string, unknown>): OllamaCall {
  const given = called.arguments;
  return {
    id: typeof id === 'string' && id !== '' ? id : newId('call_'),
    name: typeof called.name === 'string' ? called.name : '',
    arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
  };
}
