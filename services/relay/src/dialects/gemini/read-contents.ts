import { badRequest } from '../../errors.ts';
import type { AssistantPart, FilePart, Json, Message, TextPart, ToolResultPart } from '../canonical.ts';
import { isObject } from '../json.ts';
import { queuesBy } from '../queues-by.ts';
import { member, objectMember, objectsMember, textMember } from './members.ts';
import { readCode, readFile } from './read-parts.ts';
import { readSignature } from './signature.ts';

interface Call {
  readonly id: string;
  readonly name: string;
}

/** The turns of a conversation. Calls without an id get one that is the same each time the conversation is sent. */
export function readContents(contents: unknown): Message[] {
  const turns = typeof contents === 'string' ? [{ parts: [{ text: contents }] }] : [contents].flat();
  if (turns.length === 0 || !turns.every(isObject)) throw badRequest('contents must be a non-empty array.', 'contents');
  let calls = new OpenCalls([]);
  return turns.flatMap((turn, at): Message[] => {
    const parts = objectsMember(turn, 'parts');
    if (turn.role === 'model') {
      const read = readModelParts(parts, at);
      calls = new OpenCalls(read.filter((part) => part.type === 'tool-call'));
      return [{ role: 'assistant', parts: read }];
    }
    if (turn.role !== undefined && turn.role !== 'user' && turn.role !== 'function')
      throw badRequest(`contents[${at}].role must be user or model.`, `contents[${at}].role`);
    return readUserParts(parts, calls, `contents[${at}]`);
  });
}

/** Results answer the calls of the turn before and are a message of their own. */
function readUserParts(parts: readonly Json[], calls: OpenCalls, field: string): Message[] {
  const results: ToolResultPart[] = [];
  const answered = new Set<string>();
  const others: (TextPart | FilePart)[] = [];
  for (const part of parts) {
    const response = member(part, 'functionResponse');
    if (!isObject(response)) {
      others.push(...readUserPart(part, field));
      continue;
    }
    const result = readResult(response, calls, field);
    // Google's own client tells its results twice once it goes on with a session that it kept.
    if (result.id !== '' && answered.has(result.id)) continue;
    answered.add(result.id);
    results.push(result);
  }
  const messages: Message[] = [];
  if (results.length > 0) messages.push({ role: 'tool', parts: results });
  if (others.length > 0 || results.length === 0) messages.push({ role: 'user', parts: others });
  return messages;
}

function readUserPart(part: Json, field: string): (TextPart | FilePart)[] {
  if (typeof part.text === 'string') return part.text === '' ? [] : [{ type: 'text', text: part.text }];
  const file = readFile(part, field);
  return file ? [file] : readCode(part);
}

/** Calls of a turn that no result was read for yet. */
class OpenCalls {
  readonly #byId: Map<string, Call[]>;
  readonly #byName: Map<string, Call[]>;
  readonly #all: Call[];
  readonly #taken = new Set<Call>();

  constructor(calls: readonly Call[]) {
    this.#byId = queuesBy(calls, ({ id }) => id);
    this.#byName = queuesBy(calls, ({ name }) => name);
    this.#all = calls.toReversed();
  }

  /** The call of an id; without one the first of a name, else the first. */
  take(id: string, name: string): Call | undefined {
    const call =
      id === '' ? (this.#pop(this.#byName.get(name)) ?? this.#pop(this.#all)) : this.#pop(this.#byId.get(id));
    if (call) this.#taken.add(call);
    return call;
  }

  #pop(queue: Call[] = []): Call | undefined {
    for (;;) {
      const call = queue.pop();
      if (!call || !this.#taken.has(call)) return call;
    }
  }
}

function readResult(response: Json, calls: OpenCalls, field: string): ToolResultPart {
  const name = textMember(response, 'name');
  const id = textMember(response, 'id');
  const call = calls.take(id, name);
  const { text, isError } = readResultText(objectMember(response, 'response'));
  const files = objectsMember(response, 'parts').flatMap((part) => readFile(part, field) ?? []);
  return {
    type: 'tool-result',
    id: call?.id ?? id,
    name,
    content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...files],
    ...(isError && { isError }),
  };
}

/** Results are objects: `output` and `error` alone are what Google's documentation gives a meaning. */
function readResultText(response: Json): { text: string; isError: boolean } {
  const [only, second] = Object.entries(response);
  if (only && !second && (only[0] === 'output' || only[0] === 'result' || only[0] === 'error')) {
    const [key, value] = only;
    return { text: typeof value === 'string' ? value : JSON.stringify(value), isError: key === 'error' };
  }
  return { text: only ? JSON.stringify(response) : '', isError: false };
}

function readModelParts(parts: readonly Json[], turn: number): AssistantPart[] {
  let calls = 0;
  return parts.flatMap((part): AssistantPart[] => {
    const signature = readSignature(part);
    const signed = signature && { signature };
    const call = member(part, 'functionCall');
    if (isObject(call)) {
      const id = textMember(call, 'id') || `call_${turn}_${calls}`;
      calls++;
      const input = JSON.stringify(call.args ?? {});
      return [{ type: 'tool-call', id, name: textMember(call, 'name'), arguments: input, ...signed }];
    }
    if (part.thought === true) return [{ type: 'reasoning', text: textMember(part, 'text'), ...signed }];
    const read = readUserPart(part, `contents[${turn}]`);
    return signed ? [...read, { type: 'reasoning', text: '', ...signed }] : read;
  });
}
