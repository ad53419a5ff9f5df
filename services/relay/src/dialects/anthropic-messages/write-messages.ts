import type { AssistantPart, Json, Message, ToolResultPart } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { asText } from '../json.ts';
import { parseInput } from '../tool-input.ts';
import { writeCacheControl } from './cache-control.ts';
import { pairResults } from './pair-results.ts';
import { toToolId } from './tool-id.ts';
import { writeContent, writeText } from './write-content.ts';
import { writeToolName } from './write-tools.ts';

export interface Turn {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: Json[];
}

export interface MessageRules {
  /** System turns may stand between others. */
  readonly systemTurns: boolean;
  /** The last turn may be the assistant's. */
  readonly prefill: boolean;
}

/** Messages as Anthropic's turns: the user's first, results right behind their calls, no empty text. */
export function writeMessages(
  messages: readonly Message[],
  rules: MessageRules,
  warn: Warn,
): { system: Json[]; turns: Turn[] } {
  const firstTurn = messages.findIndex(({ role }) => role !== 'system');
  const leading = firstTurn < 0 ? messages : messages.slice(0, firstTurn);
  const system = leading.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? writeText(part) : [])));
  const turns: Turn[] = [];
  for (const message of messages.slice(leading.length)) append(turns, message, rules, warn);
  if (turns[0]?.role !== 'user') turns.unshift(placeholder());
  const paired = pairResults(turns, warn);
  endTurns(paired, rules, warn);
  return { system, turns: paired };
}

function append(turns: Turn[], message: Message, rules: MessageRules, warn: Warn): void {
  switch (message.role) {
    case 'system': {
      const blocks = message.parts.flatMap(writeText);
      const pending = turns.at(-1)?.content.some(({ type }) => type === 'tool_use');
      // Nothing may stand between calls and their results.
      if (rules.systemTurns && !pending) add(turns, 'system', blocks);
      else add(turns, 'user', blocks.map(asReminder));
      break;
    }
    case 'user': {
      const blocks = writeContent(message.parts);
      if (blocks.length > 0 || turns.at(-1)?.role !== 'user')
        add(turns, 'user', blocks.length > 0 ? blocks : placeholder().content);
      break;
    }
    case 'assistant':
      add(
        turns,
        'assistant',
        message.parts.flatMap((part) => writeAssistantPart(part, warn)),
      );
      break;
    case 'tool':
      add(turns, 'user', message.parts.map(writeResult));
  }
}

function add(turns: Turn[], role: Turn['role'], blocks: readonly Json[]): void {
  if (blocks.length === 0) return;
  const last = turns.at(-1);
  if (last?.role === role) last.content.push(...blocks);
  else turns.push({ role, content: [...blocks] });
}

function asReminder(block: Json): Json {
  return { ...block, text: `<system-reminder>\n${block.text}\n</system-reminder>` };
}

/** Thoughts of other makers are left out: only their own maker can read the proof of them. */
function writeAssistantPart(part: AssistantPart, warn: Warn): Json[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return writeText(part);
    case 'reasoning': {
      const { signature, text } = part;
      if (signature?.dialect !== 'anthropic-messages') return [];
      return [
        signature.redacted
          ? { type: 'redacted_thinking', data: signature.value }
          : { type: 'thinking', thinking: text, signature: signature.value },
      ];
    }
    case 'tool-call':
      return [
        {
          type: 'tool_use',
          id: toToolId(part.id),
          name: writeToolName(part.name),
          input: parseInput(part) ?? { _raw: part.arguments },
          ...writeCacheControl(part.cacheControl),
        },
      ];
    case 'file':
      warn('messages', 'files in turns of the assistant are not read');
      return [];
  }
}

function writeResult({ id, content, isError, cacheControl }: ToolResultPart): Json {
  const blocks = writeContent(content);
  // An error without a word is refused.
  if (isError && blocks.length === 0) blocks.push({ type: 'text', text: 'Error' });
  return {
    type: 'tool_result',
    tool_use_id: toToolId(id),
    ...(blocks.length > 0 ? { content: blocks } : {}),
    ...(isError ? { is_error: true } : {}),
    ...writeCacheControl(cacheControl),
  };
}

function endTurns(turns: Turn[], rules: MessageRules, warn: Warn): void {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return;
  if (!rules.prefill) {
    warn('messages', 'this model cannot go on with a turn that was begun: it was asked to continue');
    turns.push({ role: 'user', content: [{ type: 'text', text: 'Continue.' }] });
    return;
  }
  const end = last.content.at(-1);
  if (end?.type === 'text') end.text = asText(end.text).trimEnd();
}

function placeholder(): Turn {
  return { role: 'user', content: [{ type: 'text', text: '.' }] };
}
