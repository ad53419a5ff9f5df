import type { AssistantPart, ChatRequest, Message, StreamPart, Tool, ToolCallPart } from './canonical.ts';
import type { Frame, StreamReader } from './dialect.ts';
import { isObject } from './json.ts';
import { parseJson } from './parse-json.ts';

/*
 * Tools with free text as their input, for upstreams that only know functions: they become functions of one text, and
 * what such a function is called with becomes the text again.
 */

const parameters = {
  type: 'object',
  properties: { input: { type: 'string', description: 'The whole input of the tool.' } },
  required: ['input'],
  additionalProperties: false,
};

/** Names of the tools that take free text. */
export function customToolsOf(tools: readonly Tool[]): ReadonlySet<string> {
  return new Set(tools.flatMap((tool) => (tool.type === 'custom' ? [tool.name] : [])));
}

/** The chat with functions in the place of its custom tools, in the past as well. */
export function withFunctions(chat: ChatRequest): ChatRequest {
  return { ...chat, tools: chat.tools.map(toFunction), messages: chat.messages.map(withoutCustomCalls) };
}

function toFunction(tool: Tool): Tool {
  if (tool.type !== 'custom') return tool;
  const { name, description = '', format } = tool;
  const grammar = isObject(format) && format.definition ? `\n\nThe input must match: ${format.definition}` : '';
  return { type: 'function', name, description: description + grammar, parameters };
}

function withoutCustomCalls(message: Message): Message {
  if (message.role !== 'assistant') return message;
  const parts = message.parts.map((part): AssistantPart => {
    if (part.type !== 'tool-call' || !part.custom) return part;
    const { custom: _, ...call } = part;
    return { ...call, arguments: JSON.stringify({ input: part.arguments }) };
  });
  return { ...message, parts };
}

/** A call of such a function as the call of the custom tool that it stands for. */
export function asCustomCall(part: AssistantPart, names: ReadonlySet<string>): AssistantPart {
  return part.type === 'tool-call' && names.has(part.name) ? toCustom(part) : part;
}

function toCustom(call: ToolCallPart): ToolCallPart {
  return { ...call, custom: true, arguments: inputOf(call.arguments) };
}

/** Models that forget the wrapping write the text itself. */
function inputOf(text: string): string {
  const value = parseJson(text);
  return isObject(value) && typeof value.input === 'string' ? value.input : text;
}

/** The same for a stream: the text of a call is told when it is whole, for it stands inside JSON until then. */
export class CustomToolReader implements StreamReader {
  readonly #reader: StreamReader;
  readonly #names: ReadonlySet<string>;
  readonly #held = new Map<string, string>();

  constructor(reader: StreamReader, names: ReadonlySet<string>) {
    this.#reader = reader;
    this.#names = names;
  }

  read(frame: Frame): StreamPart[] {
    return this.#reader.read(frame).flatMap((part) => this.#convert(part));
  }

  end(): StreamPart[] {
    return this.#reader.end().flatMap((part) => this.#convert(part));
  }

  #convert(part: StreamPart): StreamPart[] {
    if (part.type === 'tool-input-start' && this.#names.has(part.name)) {
      this.#held.set(part.id, '');
      return [{ ...part, custom: true }];
    }
    if (part.type !== 'tool-input-delta' && part.type !== 'tool-input-end') return [part];
    const held = this.#held.get(part.id);
    if (held === undefined) return [part];
    if (part.type === 'tool-input-delta') {
      this.#held.set(part.id, held + part.text);
      return [];
    }
    this.#held.delete(part.id);
    return [{ type: 'tool-input-delta', id: part.id, text: inputOf(held) }, part];
  }
}
