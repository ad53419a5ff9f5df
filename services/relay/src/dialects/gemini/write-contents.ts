import { append } from '../append.ts';
import type { FilePart, Json, Message, TextPart, ToolCallPart, ToolResultPart } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { joinText } from '../join-text.ts';
import { isObject } from '../json.ts';
import { parseJson } from '../parse-json.ts';
import { queuesBy } from '../queues-by.ts';
import type { Capabilities } from './capabilities.ts';
import { unknownSignature } from './signature.ts';
import { writeFile, writeModelParts } from './write-parts.ts';
import { writeToolName } from './write-tools.ts';

interface Content {
  readonly role: 'user' | 'model';
  readonly parts: Json[];
}

type Rules = Pick<Capabilities, 'signatures' | 'resultFiles' | 'systemInstruction'>;

/**
 * Messages as Google's turns: the user's first and last, neighbours of one role together, all results of a step in one turn
 * and in the order of its calls.
 */
export function writeContents(messages: readonly Message[], rules: Rules, warn: Warn): Json {
  const system = messages.flatMap(({ role, parts }) => (role === 'system' ? writeUserParts(parts as TextPart[]) : []));
  const contents = new ContentsWriter(rules, warn).write(messages);
  if (contents[0]?.role !== 'user') contents.unshift({ role: 'user', parts: [{ text: '.' }] });
  if (contents.at(-1)?.role === 'model') {
    warn('messages', 'the model cannot go on with a turn that was begun: it was asked to continue');
    contents.push({ role: 'user', parts: [{ text: 'Continue.' }] });
  }
  if (rules.signatures) for (const content of contents) signFirstCall(content);
  if (system.length === 0) return { contents };
  if (rules.systemInstruction) return { systemInstruction: { parts: system }, contents };
  contents[0]?.parts.unshift(...system);
  return { contents };
}

class ContentsWriter {
  readonly #rules: Rules;
  readonly #warn: Warn;
  readonly #contents: Content[] = [];
  /** Calls that are not answered yet, and the answers that came since. */
  #calls: ToolCallPart[] = [];
  #results: ToolResultPart[] = [];

  constructor(rules: Rules, warn: Warn) {
    this.#rules = rules;
    this.#warn = warn;
  }

  write(messages: readonly Message[]): Content[] {
    for (const message of messages) this.#append(message);
    this.#answerCalls();
    return this.#contents;
  }

  #append(message: Message): void {
    if (message.role === 'system') return;
    if (message.role === 'tool') {
      append(this.#results, message.parts);
      return;
    }
    this.#answerCalls();
    if (message.role === 'user') {
      this.#add('user', writeUserParts(message.parts));
      return;
    }
    this.#add('model', writeModelParts(message.parts));
    this.#calls = message.parts.filter((part) => part.type === 'tool-call');
  }

  /** One result for each call: Google refuses a turn that has more or fewer. */
  #answerCalls(): void {
    const waiting = queuesBy(this.#results, ({ id }) => id);
    const told = new Set<ToolResultPart>();
    const answers: Json[] = [];
    const files: Json[] = [];
    for (const call of this.#calls) {
      const result = waiting.get(call.id)?.pop();
      if (result) told.add(result);
      answers.push(this.#writeResult(call, result, files));
    }
    this.#add('user', answers);
    this.#add('user', files);
    for (const result of this.#results) {
      if (told.has(result)) continue;
      this.#warn('messages', 'a result answers no call of the turn before it: sent as text');
      this.#add('user', [{ text: 'Result of a tool:' }, ...writeUserParts(result.content)]);
    }
    this.#calls = [];
    this.#results = [];
  }

  /** Files that may not stand inside are put into `files`. */
  #writeResult({ id, name }: ToolCallPart, result: ToolResultPart | undefined, files: Json[]): Json {
    const parts = result?.content.filter((part) => part.type === 'file').map(writeFile) ?? [];
    const inside = this.#rules.resultFiles && parts.length > 0;
    if (!inside) append(files, parts);
    return {
      functionResponse: {
        id,
        name: writeToolName(name),
        response: result ? writeResponse(result) : { output: '(no result)' },
        ...(inside && { parts }),
      },
    };
  }

  #add(role: Content['role'], parts: readonly Json[]): void {
    if (parts.length === 0) return;
    const last = this.#contents.at(-1);
    if (last?.role === role) append(last.parts, parts);
    else this.#contents.push({ role, parts: [...parts] });
  }
}

function writeUserParts(parts: readonly (TextPart | FilePart)[]): Json[] {
  return parts.flatMap((part): Json[] => {
    if (part.type === 'file') return [writeFile(part)];
    return part.text === '' ? [] : [{ text: part.text }];
  });
}

/** Results are objects: one that is an object already goes as it is. */
function writeResponse({ content, isError }: ToolResultPart): Json {
  const text = joinText(content);
  if (isError) return { error: text || 'Error' };
  const parsed = text.startsWith('{') ? parseJson(text) : undefined;
  return isObject(parsed) ? parsed : { output: text };
}

/** Of the calls of a step the first alone carries a signature, and must. */
function signFirstCall({ role, parts }: Content): void {
  if (role !== 'model') return;
  const first = parts.find((part) => part.functionCall !== undefined);
  if (first) first.thoughtSignature ??= unknownSignature;
}
